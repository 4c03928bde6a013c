import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { reportOrientations } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, callForFile } from '../../../api/call.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import { reportMutations, reportQueries } from '../../../api/records/report.ts'
import { useImageFile } from '../../../api/use-thumbnail.ts'
import { PictureField } from '../../../ui/inputs/picture-field.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'

interface LetterheadCardProps {
  readonly clinicId: ClinicId
  readonly mayManage: boolean
}

/** The logo and the orientation of the pages. */
export function LetterheadCard({ clinicId, mayManage }: LetterheadCardProps) {
  const { t } = useTranslation()
  const { data } = useQuery(reportQueries.settings(clinicId))
  const query = { ClinicId: clinicId }
  const save = useMutation({
    ...reportMutations.saveSettings,
    onSuccess: () => toast.done(t('report:settings.saved')),
  })
  const upload = useMutation({
    mutationFn: (logoFile: File) =>
      call(routes.report.saveLogo, {
        query,
        form: { fields: {}, files: { logoFile: [logoFile] } },
      }),
    onSuccess: () => toast.done(t('report:settings.saved')),
    meta: { makesStale: [recordKeys.reports] },
  })
  const remove = useMutation(reportMutations.removeLogo)
  if (!data) return <Skeleton height={120} />
  return (
    <Stack gap="lg">
      <PictureField
        label={t('report:settings.logo')}
        none={t('report:settings.noLogo')}
        picture={data.logo ? <LogoPreview clinicId={clinicId} sha256={data.logo.sha256} /> : null}
        change={
          mayManage
            ? {
                chooseLabel: t('report:settings.chooseLogo'),
                isUploading: upload.isPending,
                onChoose: (file) => upload.mutate(file),
                removeLabel: t('report:settings.removeLogo'),
                isRemoving: remove.isPending,
                onRemove: () => remove.mutate({ query }),
              }
            : undefined
        }
      />
      <div>
        <Text size="sm" fw={550} mb={4}>
          {t('report:settings.orientation')}
        </Text>
        <SegmentedControl
          aria-label={t('report:settings.orientation')}
          value={data.orientation}
          readOnly={!mayManage}
          onChange={(value) => {
            const orientation = reportOrientations.find((one) => one === value)
            if (mayManage && orientation) save.mutate({ query, body: { orientation } })
          }}
          data={reportOrientations.map((value) => ({
            value,
            label: t(`report:settings.${value}`),
          }))}
        />
      </div>
    </Stack>
  )
}

function LogoPreview({ clinicId, sha256 }: { clinicId: ClinicId; sha256: string }) {
  const { t } = useTranslation()
  const { src } = useImageFile(['report-logo', clinicId, sha256], (settings) =>
    callForFile(routes.report.logo, { query: { ClinicId: clinicId } }, settings),
  )
  return src === undefined ? null : <img src={src} alt={t('report:settings.logo')} />
}
