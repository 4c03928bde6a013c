import { ActionIcon, Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toast } from '../toasts/toast-store.ts'
import { Icon } from '../display/icon.tsx'

interface CopyProps {
  readonly text: string
  /** The name of the copied value, for the messages. */
  readonly what: string
}

/** Undefined on a page that was loaded by plain http over a network. */
const getClipboard = (): Clipboard | undefined => navigator.clipboard

function useCopy({
  text,
  what,
}: {
  readonly text: string | (() => string)
  readonly what: string
}) {
  const { t } = useTranslation()
  return () => {
    getClipboard()
      ?.writeText(typeof text === 'string' ? text : text())
      .then(
        () => toast.done(t('common:copy.done', { what })),
        () => toast.error(t('common:copy.failed')),
      )
  }
}

export function CopyIcon(props: CopyProps) {
  const { t } = useTranslation()
  const copy = useCopy(props)
  if (!getClipboard()) return null
  const label = t('common:copy.one', { what: props.what })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      data-hint={label}
      onClick={copy}
    >
      <Icon icon={IconCopy} size="sm" />
    </ActionIcon>
  )
}

export function CopyAllButton(props: CopyProps) {
  const { t } = useTranslation()
  const copy = useCopy(props)
  if (!getClipboard()) return null
  return (
    <Button variant="default" leftSection={<Icon icon={IconCopy} />} onClick={copy}>
      {t('common:copy.all')}
    </Button>
  )
}

interface CopyButtonProps {
  /** Reads the text when the button is pressed. */
  readonly getText: () => string
  readonly what: string
  readonly label: string
}

export function CopyButton({ getText, what, label }: CopyButtonProps) {
  const copy = useCopy({ text: getText, what })
  if (!getClipboard()) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon icon={IconCopy} size="sm" />}
      onClick={copy}
    >
      {label}
    </Button>
  )
}
