import { Button, Loader, Text, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Image, Look } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callForFile, wordsOf } from '../../../api/call.ts'
import { picturesOf, usePictureFile } from '../../../api/use-picture.ts'
import { languageOf } from '../../../maps/canvas/language-of.ts'
import { imageName } from '../../../ui/image-words.ts'
import { modals, openModal } from '../../../ui/modals/modal-store.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import styles from './dialogs.module.css'

const atFirst = 4

interface LooksProps {
  readonly image: Image
  readonly onDone: (image: Image) => void
}

function Looks({ image, onDone }: LooksProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const looks = useQuery({
    queryKey: ['capture', 'looks', image.id],
    queryFn: ({ signal }) => call(routes.image.looks, { params: { id: image.id } }, { signal }),
    meta: { showsOwnError: true },
  })
  const change = useMutation({
    mutationFn: ({ id }: Look) =>
      call(routes.image.reprocess, { params: { id: image.id }, body: { look: id } }),
    onSuccess: (changed, { name }) => {
      toast.done(t('capture:looks.done', { look: name }))
      onDone(changed)
      return client.invalidateQueries({ queryKey: picturesOf(image.id) })
    },
    onError: (error) => modals.showError(wordsOf(error)),
    meta: { showsOwnError: true },
  })
  const [isAll, setAll] = useState(false)
  if (looks.isError) return <ErrorNote text={t('capture:looks.failed')} />
  if (!looks.data) return <Loader />
  // Each picture is a whole image being processed: those that fit come first, the others if asked for.
  const shown = isAll
    ? looks.data
    : looks.data.filter(({ id }, place) => place < atFirst || id === image.look)
  return (
    <>
      <Text className={styles.lead ?? ''}>{t('capture:looks.text')}</Text>
      <div className={styles.looks}>
        {shown.map((look) => (
          <LookButton
            key={look.id}
            image={image}
            look={look}
            isBusy={change.isPending && change.variables.id === look.id}
            onChoose={() => {
              if (look.id !== image.look && !change.isPending) change.mutate(look)
            }}
          />
        ))}
      </div>
      {shown.length < looks.data.length ? (
        <Button className={styles.moreLooks ?? ''} variant="default" onClick={() => setAll(true)}>
          {t('capture:looks.more')}
        </Button>
      ) : null}
    </>
  )
}

interface LookButtonProps {
  readonly image: Image
  readonly look: Look
  readonly isBusy: boolean
  readonly onChoose: () => void
}

function LookButton({ image, look, isBusy, onChoose }: LookButtonProps) {
  const { t } = useTranslation()
  const isCurrent = look.id === image.look
  const given = { params: { id: image.id, look: look.id } }
  const { state, src } = usePictureFile(['capture', 'look', image.id, look.id], (settings) =>
    callForFile(routes.image.lookPicture, given, settings),
  )
  return (
    <UnstyledButton
      className={styles.look}
      aria-pressed={isCurrent}
      // The one in use says so itself: a press on it changes nothing.
      aria-label={isCurrent ? undefined : t('capture:looks.choose', { look: look.name })}
      onClick={onChoose}
    >
      <Thumbnail state={state} src={src} label="" />
      <span className={styles.lookName}>
        {look.name} {isBusy ? <Loader size={16} aria-label={t('capture:looks.loading')} /> : null}
        {isCurrent ? (
          <span className={styles.current}>
            <IconCheck size={16} stroke={2} aria-hidden />
            {t('capture:looks.current')}
          </span>
        ) : null}
      </span>
    </UnstyledButton>
  )
}

/** The image in every way it can be processed, side by side; one press chooses. */
export function openLooks(image: Image, onProcessed: (image: Image) => void) {
  const name = imageName(i18next.t, image, languageOf(i18next.language))
  const id = openModal({
    title: i18next.t('capture:looks.title', { name }),
    size: 1160,
    body: (
      <Looks
        image={image}
        onDone={(changed) => {
          if (id !== undefined) modals.close(id)
          onProcessed(changed)
        }}
      />
    ),
  })
}
