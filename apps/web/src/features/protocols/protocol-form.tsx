import { limits, ProtocolDraft, getSpeciesId } from '@talus/contract'
import type { ClinicId, Protocol, Species } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { protocolMutations } from '../../api/records/protocol.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../ui/form/schema-faults.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { SpeciesIcon } from '../../ui/display/species-icon.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { toLanguage } from '../../language.ts'
import { getSpeciesName } from './protocol-labels.ts'
import { StepList } from './step-list.tsx'
import { StepPicker } from './step-picker.tsx'
import { parseSteps, serializeSteps } from './steps.ts'
import type { Step } from './steps.ts'
import styles from './protocols.module.css'

interface ProtocolFormProps {
  readonly clinicId: ClinicId
  readonly kind: Species
  readonly modality: Protocol['modality']
  /** Undefined for a new protocol. */
  readonly protocol?: Protocol | undefined
  readonly onDone: () => void
}

export function ProtocolForm({ clinicId, kind, modality, protocol, onDone }: ProtocolFormProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const createProtocol = useRecordMutation(protocolMutations.create)
  const updateProtocol = useRecordMutation(protocolMutations.update)
  const speciesId = getSpeciesId(kind)
  const form = useForm({
    initial: { name: protocol?.name ?? '', steps: serializeSteps(protocol?.steps ?? []) },
    labels: { name: t('protocols:name'), steps: t('protocols:steps') },
    required: ['name', 'steps'],
    isNew: protocol === undefined,
    draft: protocol
      ? `protocol-${clinicId}-${protocol.key}`
      : `new-protocol-${clinicId}-${kind}-${modality}`,
    check: (values) => findSchemaFaults(ProtocolDraft.pick({ name: true }), { name: values.name }),
    save: async ({ name, steps }) => {
      const body = { name, steps: [...parseSteps(steps)], speciesId, modality, clinicId }
      if (protocol) {
        const { key, revision } = protocol
        await updateProtocol({ params: { key }, body: { ...body, revision } })
      } else await createProtocol({ body })
      toast.done(t('common:form.saved'))
      onDone()
    },
  })
  const steps = parseSteps(form.getValue('steps'))
  const setSteps = (next: readonly Step[]) => form.setValue('steps', serializeSteps(next))
  return (
    <FormFrame
      form={form}
      label={t('protocols:form')}
      saveLabel={protocol ? t('common:action.save') : t('common:action.create')}
      onCancel={onDone}
    >
      <p className={styles.kind}>
        <SpeciesIcon species={kind} size="md" />
        {getSpeciesName(kind, language)} · {t(`studies:modality.${modality}`)}
      </p>
      <TextField form={form} name="name" maxLength={limits.textMax} isFirst />
      <div className={styles.steps}>
        <StepPicker kind={kind} modality={modality} steps={steps} onSteps={setSteps} />
        <StepList
          steps={steps}
          onSteps={setSteps}
          isDental={modality === 'Dental'}
          fault={form.getFault('steps')}
        />
      </div>
    </FormFrame>
  )
}
