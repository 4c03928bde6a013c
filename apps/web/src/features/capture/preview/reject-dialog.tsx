import { Button, Text } from '@mantine/core'
import { rejectionReasons } from '@talus/contract'
import type { Image } from '@talus/contract'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { imageMutations } from '../../../api/records/image.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useSession } from '../../../api/session.ts'
import { toLanguage } from '../../../language.ts'
import { getImageName } from '../../../ui/format/image-name.ts'
import { modals, openModal } from '../../../ui/modals/modal-store.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import styles from './dialogs.module.css'

const now = () => new Date().toISOString()

type Reason = (typeof rejectionReasons)[number]

interface ReasonsProps {
  readonly image: Image
  readonly onDone: () => void
  readonly onUndo: () => void
}

function Reasons({ image, onDone, onUndo }: ReasonsProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const rejectImage = useRecordMutation(imageMutations.reject)
  const [chosen, setChosen] = useState<Reason>()
  const reject = async (rejectionReason: Reason) => {
    if (chosen) return
    setChosen(rejectionReason)
    try {
      const body = { rejectionReason, imageId: image.id, userId: user.id, createdOn: now() }
      await rejectImage({ body })
      toast.doneWithUndo(
        t('capture:reject.done', { reason: t(`capture:reject.reason.${rejectionReason}`) }),
        { label: t('capture:reject.undo'), run: onUndo },
      )
      onDone()
    } catch (error) {
      modals.showError(getErrorMessage(error))
      setChosen(undefined)
    }
  }
  return (
    <>
      <Text className={styles.lead ?? ''}>{t('capture:reject.question')}</Text>
      <div className={styles.reasons}>
        {rejectionReasons.map((reason) => (
          <Button
            key={reason}
            variant="default"
            className={styles.reason ?? ''}
            loading={chosen === reason}
            disabled={chosen !== undefined && chosen !== reason}
            onClick={() => void reject(reason)}
          >
            {t(`capture:reject.reason.${reason}`)}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Asks for the reason; a press on a reason rejects the image. */
export function openRejectDialog(
  image: Image,
  { onRejected, onUndo }: Readonly<Record<'onRejected' | 'onUndo', (image: Image) => void>>,
) {
  const name = getImageName(i18next.t, image, toLanguage(i18next.language))
  const id = openModal({
    title: i18next.t('capture:reject.title', { name }),
    size: 520,
    body: (
      <Reasons
        image={image}
        onUndo={() => onUndo(image)}
        onDone={() => {
          if (id !== undefined) modals.close(id)
          onRejected(image)
        }}
      />
    ),
  })
}
