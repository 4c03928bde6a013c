import { Stack } from '@mantine/core'
import type { SignatureSettings } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callForFile } from '../../../api/call.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { signatureMutations, signatureQuery } from '../../../api/records/signature.ts'
import { useCan } from '../../../api/session.ts'
import { useImageFile } from '../../../api/use-thumbnail.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { PictureField } from '../../../ui/inputs/picture-field.tsx'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { getUnprintableError } from '../shared/unprintable.ts'

/** Title, licence and picture that are printed below the case reports of a radiologist. */
export function SignatureCard() {
  const mayAnswer = useCan('case.answer')
  if (!mayAnswer) return null
  return (
    <WithTranslations namespace="caseReading">
      <Signature />
    </WithTranslations>
  )
}

function Signature() {
  const { t } = useTranslation()
  const { data } = useQuery(signatureQuery)
  return (
    <Card title={t('caseReading:ownSignature.title')} text={t('caseReading:ownSignature.text')}>
      {data ? (
        <Stack gap="lg">
          {/* The picture is saved at once; below it, Save ends the card. */}
          <SignaturePicture hasPicture={data.hasPicture} />
          <SignatureForm key={`${data.title}\n${data.licence}`} saved={data} />
        </Stack>
      ) : null}
    </Card>
  )
}

function SignatureForm({ saved }: { readonly saved: SignatureSettings }) {
  const { t } = useTranslation()
  const save = useRecordMutation(signatureMutations.save)
  const form = useForm({
    initial: { title: saved.title, licence: saved.licence },
    labels: {
      title: t('caseReading:ownSignature.degree'),
      licence: t('caseReading:ownSignature.licence'),
    },
    check: (values) => ({
      title: getUnprintableError(t, values.title),
      licence: getUnprintableError(t, values.licence),
    }),
    isPermanent: true,
    save: async (body) => {
      await save({ body })
      toast.done(t('caseReading:ownSignature.saved'))
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('caseReading:ownSignature.title')}
      saveLabel={t('common:action.save')}
    >
      <Stack gap="md" maw={420}>
        <TextField
          form={form}
          name="title"
          description={t('caseReading:ownSignature.degreeExample')}
        />
        <TextField
          form={form}
          name="licence"
          description={t('caseReading:ownSignature.licenceExample')}
        />
      </Stack>
    </FormFrame>
  )
}

function SignaturePicture({ hasPicture }: { readonly hasPicture: boolean }) {
  const { t } = useTranslation()
  const onSuccess = () => toast.done(t('caseReading:ownSignature.saved'))
  const upload = useMutation({ ...signatureMutations.savePicture, onSuccess })
  const remove = useMutation({ ...signatureMutations.removePicture, onSuccess })
  return (
    <PictureField
      label={t('caseReading:ownSignature.picture')}
      none={t('caseReading:ownSignature.noPicture')}
      picture={hasPicture ? <Picture savedAt={upload.submittedAt} /> : null}
      change={{
        chooseLabel: t('caseReading:ownSignature.choosePicture'),
        isUploading: upload.isPending,
        onChoose: (file) => upload.mutate({ form: { fields: {}, files: { pictureFile: [file] } } }),
        removeLabel: t('caseReading:ownSignature.removePicture'),
        isRemoving: remove.isPending,
        onRemove: () => remove.mutate({}),
      }}
    />
  )
}

/** Fetched again after each upload: the address of the picture stays the same. */
function Picture({ savedAt }: { readonly savedAt: number }) {
  const { t } = useTranslation()
  const { src } = useImageFile(['signature-picture', savedAt], (settings) =>
    callForFile(routes.radCase.signaturePicture, {}, settings),
  )
  return src === undefined ? null : <img src={src} alt={t('caseReading:ownSignature.picture')} />
}
