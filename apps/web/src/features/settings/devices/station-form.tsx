import { BridgeDraft, limits, xRayRoomMax } from '@talus/contract'
import type { Bridge, ClinicId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { bridgeMutations } from '../../../api/records/bridge.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'

interface StationFormProps {
  readonly clinicId: ClinicId
  /** Undefined for a new station. */
  readonly bridge?: Bridge | undefined
  /** Whether the station runs on another computer than the server. */
  readonly isRemote: boolean
  /** The name of the computer, if it is known. */
  readonly computer?: string
  readonly onDone: (added?: Bridge) => void
}

const defaultPort = '4291'
const codeMax = 32
const Draft = BridgeDraft.pick({ name: true, xRayRoom: true })

export function StationForm({ clinicId, bridge, isRemote, computer, onDone }: StationFormProps) {
  const { t } = useTranslation()
  const createBridge = useRecordMutation(bridgeMutations.create)
  const updateBridge = useRecordMutation(bridgeMutations.update)
  const isPairing = isRemote && bridge === undefined
  const form = useForm({
    initial: {
      xRayRoom: bridge?.xRayRoom ?? '',
      name: bridge?.name ?? computer ?? '',
      address: bridge?.address ?? '',
      port: bridge ? String(bridge.port ?? '') : defaultPort,
      code: '',
    },
    labels: {
      xRayRoom: t('stations:room'),
      name: t('stations:name'),
      address: t('stations:address'),
      port: t('stations:port'),
      code: t('stations:code'),
    },
    required: [
      'xRayRoom',
      ...(isRemote ? (['address', 'port'] as const) : []),
      ...(isPairing ? (['code'] as const) : []),
    ],
    secrets: ['code'],
    isNew: bridge === undefined,
    fieldByPath: {
      'pairing.address': 'address',
      'pairing.port': 'port',
      'pairing.code': 'code',
    },
    check: ({ name, xRayRoom }) => findSchemaFaults(Draft, { name, xRayRoom }),
    save: async ({ name, xRayRoom, address, port, code }) => {
      const named = { name, xRayRoom }
      if (bridge) {
        const change = { ...named, ...(isRemote ? { address, port } : {}) }
        await updateBridge({ body: { ...change, id: bridge.id } })
        toast.done(t('common:form.saved'))
        return onDone()
      }
      const pairing = isRemote ? { pairing: { address, port, code } } : {}
      const added = await createBridge({ body: { ...named, clinicId, ...pairing } })
      toast.done(t('stations:added', { name: added.xRayRoom }))
      return onDone(added)
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('stations:form')}
      saveLabel={bridge ? t('common:action.save') : t('stations:add')}
      onCancel={() => onDone()}
    >
      <FormGroup {...(isPairing && { text: t('stations:codeHow') })}>
        <TextField
          form={form}
          name="xRayRoom"
          description={t('stations:roomHint')}
          maxLength={xRayRoomMax}
          isFirst
        />
        <TextField
          form={form}
          name="name"
          description={t('stations:nameHint')}
          maxLength={xRayRoomMax}
        />
        {isRemote ? (
          <>
            <TextField
              form={form}
              name="address"
              description={t('stations:addressHint')}
              maxLength={limits.textMax}
            />
            <TextField
              form={form}
              name="port"
              description={t('stations:portHint')}
              maxLength={5}
              isDigits
            />
          </>
        ) : null}
        {isPairing ? (
          <TextField
            form={form}
            name="code"
            description={t('stations:codeHint')}
            maxLength={codeMax}
            isWide
          />
        ) : null}
      </FormGroup>
    </FormFrame>
  )
}
