import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getSpeciesId, limits } from '@talus/contract'
import type { ClinicId, HangingStage, Species } from '@talus/contract'
import { useEffect, useRef, useState } from 'react'
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

type StageControl = 'up' | 'down' | 'remove' | 'size'

/**
 * Keeps the focus with a layout that was moved or added, and near one that was removed: its button
 * is replaced, and a keyboard user would have to start again at the top of the form.
 */
function useStageFocus() {
  const list = useRef<HTMLDivElement>(null)
  const [target, setTarget] = useState<{ readonly stage: number; readonly control: StageControl }>()
  useEffect(() => {
    if (!target) return
    const { stage, control } = target
    const within = list.current?.querySelector(`[data-stage="${stage}"]`)
    within
      ?.querySelector<HTMLElement>(control === 'size' ? 'select' : `[data-act=${control}]`)
      ?.focus()
  }, [target])
  // A new object each time, so that the same control is focused again.
  const focusLater = (stage: number, control: StageControl) => setTarget({ stage, control })
  return { list, focusLater }
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
  const { list, focusLater } = useStageFocus()
  return (
    <FormFrame
      form={form}
      label={t('settings:layouts.form')}
      saveLabel={t('common:action.save')}
      onCancel={onDone}
    >
      <p className={styles.hint}>{t('settings:layouts.hint')}</p>
      <div ref={list} className={styles.stages}>
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
            onMove={(by) => {
              setStages(moveStage(stages, at, by))
              focusLater(at + 1 + by, by === 1 ? 'down' : 'up')
            }}
            onRemove={() => {
              setStages(stages.toSpliced(at, 1))
              focusLater(Math.min(at + 1, stages.length - 1), 'remove')
            }}
          />
        ))}
      </div>
      {stages.length < limits.hangingStages ? (
        <div>
          <Button
            variant="default"
            leftSection={<Icon icon={IconPlus} />}
            onClick={() => {
              setStages([...stages, newStage])
              focusLater(stages.length + 1, 'size')
            }}
          >
            {t('settings:layouts.add')}
          </Button>
        </div>
      ) : null}
    </FormFrame>
  )
}
