import { Button } from '@mantine/core'
import { serialBauds, serialStyles } from '@talus/contract'
import type { Bridge, BridgeConfig } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bridgeMutations } from '../../../api/records/bridge.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { ChoiceField, TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { FieldHost } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import {
  listChangedDevices,
  listRequiredFields,
  toDrivers,
  toDriverValues,
} from './driver-values.ts'
import type { DriverValues } from './driver-values.ts'

interface DriversFormProps {
  readonly bridge: Bridge
  readonly config: BridgeConfig
  readonly onDone: () => void
}

type Field = Extract<keyof DriverValues, string>
interface PartProps {
  readonly form: FieldHost<Field>
  readonly config: BridgeConfig
}

const pathMax = 1000
const modelMax = 64

/** Chooses the sensors and the generator of a station; the station checks the choice itself. */
export function DriversForm({ bridge, config, onDone }: DriversFormProps) {
  const { t } = useTranslation()
  const configure = useRecordMutation(bridgeMutations.configure)
  const [required, setRequired] = useState<readonly Field[]>(() =>
    listRequiredFields(toDriverValues(config)),
  )
  const initial = toDriverValues(config)
  const form = useForm({
    initial,
    labels: {
      generalDriver: t('stations:driver.kind'),
      generalFolder: t('stations:driver.folderPath'),
      dentalDriver: t('stations:driver.kind'),
      dentalFolder: t('stations:driver.folderPath'),
      generatorDriver: t('stations:driver.kind'),
      serialPath: t('stations:driver.serialPath'),
      baud: t('stations:driver.baud'),
      style: t('stations:driver.style'),
      model: t('stations:driver.model'),
    },
    required,
    check: (values) => {
      const next = listRequiredFields(values)
      if (next.join(' ') !== required.join(' ')) setRequired(next)
      return {}
    },
    save: async (values) => {
      await configure({ params: { id: bridge.id }, body: toDrivers(values) })
      toast.done(t('stations:driver.saved'))
      onDone()
    },
  })
  // The same field exists for several devices, so that the devices are named instead.
  const changed = listChangedDevices(initial, form.values).map((device) =>
    t(`stations:driver.${device}`),
  )
  return (
    <FormFrame
      form={{ ...form, changed }}
      label={t('stations:drivers')}
      saveLabel={t('common:action.save')}
      onCancel={onDone}
    >
      <SensorPart form={form} config={config} name="general" />
      <SensorPart form={form} config={config} name="dental" />
      <GeneratorPart form={form} config={config} />
    </FormFrame>
  )
}

function SensorPart({ form, config, name }: PartProps & { readonly name: 'general' | 'dental' }) {
  const { t } = useTranslation()
  const isFixed = config.fixed.includes(name)
  const driver = `${name}Driver` as const
  const choices = [
    { value: 'none', label: t('stations:driver.none') },
    { value: 'folder', label: t('stations:driver.folder') },
    ...(config.offersSimulator || form.getValue(driver) === 'simulator'
      ? [{ value: 'simulator', label: t('stations:driver.simulator') }]
      : []),
  ]
  return (
    <FormGroup title={t(`stations:driver.${name}`)}>
      <ChoiceField
        form={form}
        name={driver}
        choices={choices}
        isReadOnly={isFixed}
        description={isFixed ? t('stations:driver.fixed') : undefined}
        isWide
      />
      {form.getValue(driver) === 'folder' ? (
        <TextField
          form={form}
          name={`${name}Folder`}
          isReadOnly={isFixed}
          description={t('stations:driver.folderHint', { example: config.defaultFolders[name] })}
          maxLength={pathMax}
          isWide
        />
      ) : null}
    </FormGroup>
  )
}

function GeneratorPart({ form, config }: PartProps) {
  const { t } = useTranslation()
  const isFixed = config.fixed.includes('generator')
  const choices = [
    { value: 'none', label: t('stations:driver.none') },
    { value: 'serial', label: t('stations:driver.serial') },
    ...(config.offersSimulator || form.getValue('generatorDriver') === 'simulator'
      ? [{ value: 'simulator', label: t('stations:driver.simulator') }]
      : []),
  ]
  return (
    <FormGroup title={t('stations:driver.generator')}>
      <ChoiceField
        form={form}
        name="generatorDriver"
        choices={choices}
        isReadOnly={isFixed}
        description={isFixed ? t('stations:driver.fixed') : undefined}
      />
      {form.getValue('generatorDriver') === 'serial' ? (
        <>
          <PortField form={form} config={config} />
          <ChoiceField
            form={form}
            name="baud"
            choices={serialBauds.map((baud) => ({ value: String(baud), label: String(baud) }))}
            isReadOnly={isFixed}
          />
          <ChoiceField
            form={form}
            name="style"
            choices={serialStyles.map((style) => ({
              value: style,
              label: t(`stations:driver.styles.${style}`),
            }))}
            isReadOnly={isFixed}
          />
          <TextField
            form={form}
            name="model"
            description={t('stations:driver.modelHint')}
            maxLength={modelMax}
            isReadOnly={isFixed}
          />
        </>
      ) : null}
    </FormGroup>
  )
}

/** Offers the ports that the station has found; another one can be typed. */
function PortField({ form, config }: PartProps) {
  const { t } = useTranslation()
  const ports = config.serialPorts
  const path = form.getValue('serialPath')
  const [isTyped, setTyped] = useState(
    ports.length === 0 || (path !== '' && ports.every((port) => port.path !== path)),
  )
  if (isTyped || config.fixed.includes('generator'))
    return (
      <TextField
        form={form}
        name="serialPath"
        description={t('stations:driver.serialHint')}
        maxLength={pathMax}
        isReadOnly={config.fixed.includes('generator')}
      />
    )
  return (
    <div>
      <ChoiceField
        form={form}
        name="serialPath"
        placeholder={t('stations:driver.choosePort')}
        choices={ports.map((port) => ({
          value: port.path,
          label: [port.path, port.description].filter(Boolean).join(' · '),
        }))}
      />
      <Button variant="subtle" size="compact-sm" onClick={() => setTyped(true)}>
        {t('stations:driver.anotherPort')}
      </Button>
    </div>
  )
}
