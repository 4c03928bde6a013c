import { Skeleton, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/page-frame.tsx'
import { Icon } from '../../ui/display/icon.tsx'

interface QueryCardProps<Data> {
  readonly title: string
  readonly text: string
  readonly query: {
    readonly data: Data | undefined
    readonly isError: boolean
    readonly refetch: () => unknown
  }
  readonly children: (data: Data) => ReactNode
}

/** A card whose content is loaded from the server: a skeleton, the content, or a retry button. */
export function QueryCard<Data>({ title, text, query, children }: QueryCardProps<Data>) {
  const { t } = useTranslation()
  return (
    <Card title={title} text={text}>
      {query.data !== undefined ? (
        <div>{children(query.data)}</div>
      ) : query.isError ? (
        <div>
          <Button
            variant="default"
            leftSection={<Icon icon={IconRefresh} />}
            onClick={() => void query.refetch()}
          >
            {t('common:action.tryAgain')}
          </Button>
        </div>
      ) : (
        <Stack gap="sm" aria-hidden>
          <Skeleton height={14} width="40%" />
          <Skeleton height={14} width="60%" />
          <Skeleton height={14} width="30%" />
        </Stack>
      )}
    </Card>
  )
}
