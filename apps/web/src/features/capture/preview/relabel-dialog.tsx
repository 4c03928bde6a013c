import { Button } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { formatImageAnatomy, humanViewNames, viewNames } from '@talus/anatomy'
import type { Image, Species } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
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
import type { PartAndView } from '../plan/annotations.ts'
import { HumanParts } from '../plan/human-parts.tsx'
import { SideChoice } from '../plan/side-choice.tsx'
import { useAnnotationChoice } from '../plan/use-annotation-choice.ts'
import { useHumanChoice } from '../plan/use-human-choice.ts'
import { Views } from '../plan/views.tsx'
import styles from './dialogs.module.css'

/** The list of parts and views that an image is relabelled from. */
export type RelabelList = Species | 'Human'

interface RelabelProps {
  readonly image: Image
  readonly onDone: (image: Image) => void
  readonly onCancel: () => void
}

/** Corrects part, side and view of a captured image with the map on which it was planned. */
function RelabelAnimal({ species, ...form }: RelabelProps & { readonly species: Species }) {
  const { t } = useTranslation()
  const choice = useAnnotationChoice(species, [], form.image)
  const { part, draft, obstacle } = choice
  return (
    <RelabelForm {...form} draft={draft} reason={obstacle && t(`capture:add.${obstacle}`)}>
      <BodyMap species={species} selected={part ?? null} counts={{}} onSelect={choice.setPart} />
      {part ? <SideChoice species={species} part={part} onSelect={choice.setPart} /> : null}
      <Views choice={choice} names={viewNames} />
    </RelabelForm>
  )
}

/** Corrects part and view of a captured image of a person. */
function RelabelHuman(form: RelabelProps) {
  const { t } = useTranslation()
  const choice = useHumanChoice([], form.image)
  return (
    <RelabelForm
      {...form}
      draft={choice.draft}
      reason={choice.obstacle === 'noView' ? t('capture:add.noView') : t('capture:human.noPart')}
    >
      <HumanParts choice={choice} counts={{}} />
      <Views choice={choice} names={humanViewNames} />
    </RelabelForm>
  )
}

interface RelabelFormProps extends RelabelProps {
  readonly draft: PartAndView | undefined
  /** Why there is no draft. */
  readonly reason: string | undefined
  readonly children: ReactNode
}

function RelabelForm({ image, draft, reason, children, onDone, onCancel }: RelabelFormProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const save = useMutation({
    ...withOwnError(imageMutations.annotate),
    onSuccess: (changed) => {
      toast.done(t('capture:relabel.done', { name: formatImageAnatomy(changed, language) }))
      onDone(changed)
    },
  })
  const getReason = () => {
    if (!draft) return reason
    const isSame =
      draft.bodyPart === image.bodyPart && draft.bodyPartView === image.bodyPartView.toUpperCase()
    return isSame ? t('capture:relabel.same') : undefined
  }
  return (
    <div className={styles.relabel}>
      {children}
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
  list: RelabelList,
  onRelabelled: (image: Image) => void,
) {
  const name = getImageName(i18next.t, image, toLanguage(i18next.language))
  const close = () => {
    if (id !== undefined) modals.close(id)
  }
  const form = {
    image,
    onCancel: close,
    onDone: (changed: Image) => {
      close()
      onRelabelled(changed)
    },
  }
  const id = openModal({
    title: i18next.t('capture:relabel.title', { name }),
    size: 520,
    body:
      list === 'Human' ? <RelabelHuman {...form} /> : <RelabelAnimal {...form} species={list} />,
  })
}
