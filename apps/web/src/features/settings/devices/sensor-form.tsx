import { folderBrand, SensorChange, xRayRoomMax, sensorModels } from '@talus/contract'
import type { RegisteredSensor } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { bridgeMutations } from '../../../api/records/bridge.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { CheckField, ChoiceField, TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'

interface SensorFormProps {
  readonly sensor: RegisteredSensor
  readonly onDone: () => void
}

export function SensorForm({ sensor, onDone }: SensorFormProps) {
  const { t } = useTranslation()
  const updateSensor = useRecordMutation(bridgeMutations.updateSensor)
  const { id, name, isEnabled } = sensor
  // The bridge does not know the detector behind a folder; its users may enter it.
  const isFolder = sensor.brand === folderBrand
  const models = sensorModels.map((model) => ({
    value: model,
    label: model === 'Unknown' ? t('stations:sensor.otherModel') : model,
  }))
  const initial: Record<'name' | 'brand' | 'model', string> & { isEnabled: boolean } = {
    name,
    brand: isFolder ? '' : sensor.brand,
    model: sensor.model,
    isEnabled,
  }
  const nameBrand = <Values extends { readonly brand: string }>(values: Values) => ({
    ...values,
    brand: isFolder && values.brand.trim() === '' ? folderBrand : values.brand,
  })
  const form = useForm({
    initial,
    labels: {
      name: t('stations:sensor.name'),
      brand: t('stations:sensor.brand'),
      model: t('stations:sensor.model'),
      isEnabled: t('stations:sensor.isEnabled'),
    },
    required: isFolder ? [] : ['brand'],
    check: (values) => findSchemaFaults(SensorChange.omit({ id: true }), nameBrand(values)),
    save: async ({ model, ...values }) => {
      const known = sensorModels.find((one) => one === model) ?? 'Unknown'
      await updateSensor({ body: { ...nameBrand(values), model: known, id } })
      toast.done(t('common:form.saved'))
      onDone()
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('stations:sensor.form')}
      saveLabel={t('common:action.save')}
      onCancel={onDone}
    >
      <FormGroup>
        <TextField
          form={form}
          name="name"
          description={t('stations:sensor.nameHint')}
          maxLength={xRayRoomMax}
          isFirst
        />
        <TextField
          form={form}
          name="brand"
          {...(isFolder && { description: t('stations:sensor.folderBrandHint') })}
          maxLength={xRayRoomMax}
        />
        <ChoiceField form={form} name="model" choices={models} />
        <CheckField form={form} name="isEnabled" />
      </FormGroup>
    </FormFrame>
  )
}
