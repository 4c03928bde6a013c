import { Button } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, Species } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { imageMutations } from '../../../api/records/image.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { toLanguage } from '../../../language.ts'
import { BodyMap } from '../../../maps/body/body-map.tsx'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { getImageName } from '../../../ui/format/image-name.ts'
import { modals, openModal } from '../../../ui/modals/modal-store.ts'
import { SideChangeNotice } from '../../../ui/states/side-change-notice.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { Views } from '../plan/general-plan.tsx'
import { SideChoice } from '../plan/side-choice.tsx'
import { useAnnotationChoice } from '../plan/use-annotation-choice.ts'
import styles from './dialogs.module.css'

interface RelabelProps {
  readonly image: Image
  readonly species: Species
  readonly onDone: (image: Image) => void
  readonly onCancel: () => void
}

/** Corrects part, side and view of a captured image with the map on which it was planned. */
function Relabel({ image, species, onDone, onCancel }: RelabelProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const choice = useAnnotationChoice(species, [], image)
  const { part, draft } = choice
  const save = useMutation({
    ...withOwnError(imageMutations.annotate),
    onSuccess: (changed) => {
      toast.done(t('capture:relabel.done', { name: formatImageAnatomy(changed, language) }))
      onDone(changed)
    },
  })
  const getReason = () => {
    if (!draft) return choice.obstacle && t(`capture:add.${choice.obstacle}`)
    const isSame =
      draft.bodyPart === image.bodyPart && draft.bodyPartView === image.bodyPartView.toUpperCase()
    return isSame ? t('capture:relabel.same') : undefined
  }
  return (
    <div className={styles.relabel}>
      <BodyMap species={species} selected={part ?? null} counts={{}} onSelect={choice.setPart} />
      {part ? <SideChoice species={species} part={part} onSelect={choice.setPart} /> : null}
      <Views choice={choice} />
      <SideChangeNotice image={image} corrected={draft} />
      {save.error ? (
        <p className={styles.relabelError} role="alert">
          {getErrorMessage(save.error)}
        </p>
      ) : null}
      <div className={styles.relabelActions}>
        <Button variant="default" onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
        <ExplainedButton
          leftSection={<Icon icon={IconDeviceFloppy} />}
          loading={save.isPending}
          reason={getReason()}
          onClick={() => {
            const annotation = draft && { ...draft, animalSize: image.animalSize }
            if (annotation) save.mutate({ body: { imageId: image.id, annotation } })
          }}
        >
          {t('common:action.save')}
        </ExplainedButton>
      </div>
    </div>
  )
}

export function openRelabelDialog(
  image: Image,
  species: Species,
  onRelabelled: (image: Image) => void,
) {
  const name = getImageName(i18next.t, image, toLanguage(i18next.language))
  const close = () => {
    if (id !== undefined) modals.close(id)
  }
  const id = openModal({
    title: i18next.t('capture:relabel.title', { name }),
    size: 520,
    body: (
      <Relabel
        image={image}
        species={species}
        onCancel={close}
        onDone={(changed) => {
          close()
          onRelabelled(changed)
        }}
      />
    ),
  })
}
