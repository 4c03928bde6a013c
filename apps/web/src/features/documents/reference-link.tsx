import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { DocumentReference } from '@talus/contract'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/display/icon.tsx'
import { modals } from '../../ui/modals/modal-store.ts'
import { toViewerPath } from '../../viewer/prefetch.ts'

/** Opens a page of the application: dialogs are drawn outside of the router. */
export const OpenPathContext = createContext<(path: string) => void>(() => undefined)

/** Opens the image that a document refers to. */
export function ReferenceLink({ reference }: { readonly reference: DocumentReference }) {
  const { t } = useTranslation()
  const openPath = useContext(OpenPathContext)
  const name = `${reference.bodyPart} ${reference.bodyPartView.toUpperCase()}`.trim()
  if (!reference.isImage) return <span>{t('documents:otherObject')}</span>
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon icon={IconExternalLink} />}
      onClick={() => {
        modals.closeAll()
        openPath(toViewerPath(reference.studyId, reference.id))
      }}
    >
      {t('documents:openImage', { name: name || t('documents:image') })}
    </Button>
  )
}
