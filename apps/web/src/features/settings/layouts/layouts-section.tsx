import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconPencil, IconRestore } from '@tabler/icons-react'
import { formatHangingRegion, speciesEntries } from '@talus/anatomy'
import { getSpeciesId, species } from '@talus/contract'
import type { ClinicId, Species } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { hangingMutations, hangingQueries } from '../../../api/records/hanging-protocol.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { toLanguage } from '../../../language.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { SpeciesIcon } from '../../../ui/display/species-icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { QueryCard } from '../query-card.tsx'
import { LayoutForm } from './layout-form.tsx'
import { StagePicture } from './stage-picture.tsx'
import { listRegions } from './stages.ts'
import type { RegionLayouts } from './stages.ts'
import styles from './layouts.module.css'

/** The hanging protocols of a clinic: how the viewer arranges the images of a body part. */
export const LayoutsSection = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <ClinicLayouts key={clinic.id} clinic={clinic} />}
  </ClinicNeeded>
)

const formWidth = 860

function ClinicLayouts({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const [kind, setKind] = useState<Species>('Canine')
  const query = useQuery(hangingQueries.list(clinic.id))
  return (
    <QueryCard
      title={t('settings:section.layouts')}
      text={t('settings:layouts.text')}
      query={query}
    >
      {(saved) => (
        <div className={styles.editor}>
          <SegmentedControl
            className={styles.kinds}
            aria-label={t('settings:layouts.species')}
            value={kind}
            onChange={(next) => setKind(species.find((one) => one === next) ?? kind)}
            data={species.map((value) => ({
              value,
              label: (
                <span className={styles.kind}>
                  <SpeciesIcon species={value} size="md" />
                  {speciesEntries[value].names[language]}
                </span>
              ),
            }))}
          />
          <ul className={styles.regions}>
            {listRegions(kind, saved).map((layouts) => (
              <RegionRow key={layouts.region} clinicId={clinic.id} kind={kind} layouts={layouts} />
            ))}
          </ul>
        </div>
      )}
    </QueryCard>
  )
}

interface RegionRowProps {
  readonly clinicId: ClinicId
  readonly kind: Species
  readonly layouts: RegionLayouts
}

function RegionRow({ clinicId, kind, layouts }: RegionRowProps) {
  const { region, stages, isOwn } = layouts
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const resetLayouts = useRecordMutation(hangingMutations.reset)
  const part = formatHangingRegion(region, language)
  const name = `${speciesEntries[kind].names[language]} · ${part}`
  const edit = () =>
    openForm(
      t('settings:layouts.edit', { name }),
      (close) => <LayoutForm clinicId={clinicId} kind={kind} layouts={layouts} onDone={close} />,
      formWidth,
    )
  const reset = async () => {
    const isReset = await confirm({
      title: t('settings:layouts.resetTitle'),
      text: t('settings:layouts.resetText', { name }),
      confirm: t('settings:layouts.reset'),
      act: () =>
        resetLayouts({ body: { clinicId, speciesId: getSpeciesId(kind), bodyPart: region } }),
    })
    if (isReset) toast.done(t('settings:layouts.resetDone', { name }))
  }
  return (
    <li className={styles.region}>
      <div className={styles.details}>
        <div className={styles.head}>
          <strong>{part}</strong>
          {isOwn ? <Badge tone="blue">{t('settings:layouts.own')}</Badge> : null}
        </div>
        <ol className={styles.pictures}>
          {stages.map((stage, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- stages have no names
            <li key={at}>
              <StagePicture stage={stage} />
            </li>
          ))}
        </ol>
      </div>
      {isOwn ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('common:labelled', { label: t('settings:layouts.reset'), value: part })}
          data-hint={t('settings:layouts.reset')}
          onClick={() => void reset()}
        >
          <Icon icon={IconRestore} />
        </ActionIcon>
      ) : null}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('common:labelled', { label: t('common:action.edit'), value: part })}
        data-hint={t('common:action.edit')}
        onClick={edit}
      >
        <Icon icon={IconPencil} />
      </ActionIcon>
    </li>
  )
}
