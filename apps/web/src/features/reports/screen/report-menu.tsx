import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconDotsVertical, IconFileImport, IconFilePencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './report.module.css'

export interface ReportMenuActions {
  readonly listDrafts: () => void
  /** Undefined while the report cannot be edited here. */
  readonly listVersions: (() => void) | undefined
  readonly discard: (() => void) | undefined
}

/** The other drafts of the user, the earlier versions, and the end of this draft. */
export function ReportMenu({ actions }: { readonly actions: ReportMenuActions }) {
  const { t } = useTranslation()
  const { listDrafts, listVersions, discard } = actions
  return (
    <Menu position="bottom-end" width={340} shadow="md" withinPortal>
      <Menu.Target>
        <Button
          className={styles.iconButton ?? ''}
          variant="default"
          aria-label={t('report:menu')}
          data-hint={t('report:menu')}
        >
          <Icon icon={IconDotsVertical} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('report:menu')}>
        <Menu.Item leftSection={<Icon icon={IconFilePencil} />} onClick={listDrafts}>
          {t('report:drafts.open')}
        </Menu.Item>
        {listVersions ? (
          <Menu.Item leftSection={<Icon icon={IconFileImport} />} onClick={listVersions}>
            {t('report:versions.open')}
          </Menu.Item>
        ) : null}
        {discard ? (
          <Menu.Item color="red" leftSection={<Icon icon={IconTrash} />} onClick={discard}>
            {t('report:discard.open')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
