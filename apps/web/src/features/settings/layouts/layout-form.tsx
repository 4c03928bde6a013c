import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getSpeciesId, limits } from '@talus/contract'
import type { ClinicId, HangingStage, Species } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { hangingMutations } from '../../../api/records/hanging-protocol.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { StageEditor } from './stage-editor.tsx'
import { listViewChoices, moveStage, newStage, parseStages, serializeStages } from './stages.ts'
import type { RegionLayouts } from './stages.ts'
import styles from './layouts.module.css'

interface LayoutFormProps {
  readonly clinicId: ClinicId
  readonly kind: Species
  readonly layouts: RegionLayouts
  readonly onDone: () => void
}

/** Edits the layouts of a body part, in the order in which the viewer goes through them. */
export function LayoutForm({ clinicId, kind, layouts, onDone }: LayoutFormProps) {
  const { region } = layouts
  const { t } = useTranslation()
  const saveLayouts = useRecordMutation(hangingMutations.save)
  const form = useForm({
    initial: { stages: serializeStages(layouts.stages) },
    labels: { stages: t('settings:section.layouts') },
    required: ['stages'],
    isNew: false,
    draft: `layouts-${clinicId}-${kind}-${region}`,
    check: () => ({}),
    save: async ({ stages }) => {
      const body = { clinicId, speciesId: getSpeciesId(kind), bodyPart: region }
      await saveLayouts({ body: { ...body, stages: [...parseStages(stages)] } })
      toast.done(t('common:form.saved'))
      onDone()
    },
  })
  const stages = parseStages(form.getValue('stages'))
  const setStages = (next: readonly HangingStage[]) =>
    form.setValue('stages', serializeStages(next))
  const views = listViewChoices(kind, region, stages)
  return (
    <FormFrame
      form={form}
      label={t('settings:layouts.form')}
      saveLabel={t('common:action.save')}
      onCancel={onDone}
    >
      <p className={styles.hint}>{t('settings:layouts.hint')}</p>
      {stages.map((stage, at) => (
        <StageEditor
          // oxlint-disable-next-line react/no-array-index-key -- stages have no names
          key={at}
          number={at + 1}
          count={stages.length}
          stage={stage}
          region={region}
          views={views}
          onChange={(next) => setStages(stages.with(at, next))}
          onMove={(by) => setStages(moveStage(stages, at, by))}
          onRemove={() => setStages(stages.toSpliced(at, 1))}
        />
      ))}
      {stages.length < limits.hangingStages ? (
        <div>
          <Button
            variant="default"
            leftSection={<Icon icon={IconPlus} />}
            onClick={() => setStages([...stages, newStage])}
          >
            {t('settings:layouts.add')}
          </Button>
        </div>
      ) : null}
    </FormFrame>
  )
}
