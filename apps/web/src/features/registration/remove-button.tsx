import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { confirmDelete } from '../../ui/modals/confirm.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { Icon } from '../../ui/display/icon.tsx'

interface RemoveButtonProps {
  readonly name: string
  readonly kind: 'owner' | 'animal' | 'patient'
  /** Makes the record inactive. */
  readonly remove: () => Promise<unknown>
  readonly onRemoved: () => void
}

/**
 * Removes a record that was entered by mistake or twice: it is no longer offered, its studies stay.
 */
export function RemoveButton({ name, kind, remove, onRemoved }: RemoveButtonProps) {
  const { t } = useTranslation()
  const confirmAndRemove = async () => {
    const isRemoved = await confirmDelete({
      title: t(`registration:remove.title.${kind}`),
      text: t(`registration:remove.text.${kind}`, { name }),
      act: remove,
    })
    if (!isRemoved) return
    toast.done(t('common:form.deleted', { name }))
    onRemoved()
  }
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<Icon icon={IconTrash} />}
      onClick={() => void confirmAndRemove()}
    >
      {t('common:action.delete')}
    </Button>
  )
}
