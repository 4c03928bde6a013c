import { Button } from '@mantine/core'
import {
  IconPencil,
  IconPlugConnected,
  IconPlugConnectedX,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import type { Bridge, BridgeState } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bridgeMutations, bridgeQueries } from '../../../api/records/bridge.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { confirmDelete } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { TestButton } from '../test-button.tsx'
import styles from './devices.module.css'
import { DriversForm } from './drivers-form.tsx'
import { GeneratorRow, SensorRow } from './device-rows.tsx'
import { StationForm } from './station-form.tsx'

/** An X-ray station with its devices and their present state. */
export function StationCard({ bridge }: { readonly bridge: Bridge }) {
  const { t } = useTranslation()
  const removeBridge = useRecordMutation(bridgeMutations.remove)
  const test = useMutation(bridgeMutations.test)
  const query = useQuery(bridgeQueries.state(bridge.id))
  const state = query.isError ? undefined : query.data
  const name = bridge.xRayRoom || bridge.name
  const place =
    bridge.address === null ? t('stations:thisComputer') : `${bridge.address}:${bridge.port}`
  const isRemote = bridge.address !== null

  const edit = () =>
    openForm(t('stations:edit'), (close) => (
      <StationForm clinicId={bridge.clinicId} bridge={bridge} isRemote={isRemote} onDone={close} />
    ))
  const configure = ({ config }: BridgeState) =>
    openForm(
      t('stations:driversTitle', { name }),
      (close) => <DriversForm bridge={bridge} config={config} onDone={close} />,
      680,
    )
  const remove = async () => {
    const isDeleted = await confirmDelete({
      title: t('stations:removeTitle'),
      text: t('stations:removeText', { name }),
      act: () => removeBridge({ params: { id: bridge.id } }),
    })
    if (isDeleted) toast.done(t('common:form.deleted', { name }))
  }
  const hasDevices = bridge.sensors.length > 0 || state?.generator.state !== 'none'
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <div className={styles.names}>
          <h2 className={styles.title}>{name}</h2>
          <p className={styles.place}>
            {[bridge.name, place].filter((text) => text && text !== bridge.xRayRoom).join(' · ')}
          </p>
        </div>
        <StationBadge state={state} isError={query.isError} />
      </div>
      {query.isError ? <p className={styles.note}>{t('stations:unreachableText')}</p> : null}
      {state && !hasDevices ? <p className={styles.note}>{t('stations:noDevices')}</p> : null}
      <ul className={styles.rows}>
        {bridge.sensors.map((sensor) => (
          <SensorRow
            key={sensor.id}
            sensor={sensor}
            status={state?.sensors.find(({ modality }) => modality === sensor.modality)}
          />
        ))}
        {state && state.generator.state !== 'none' ? <GeneratorRow state={state} /> : null}
      </ul>
      <div className={styles.actions}>
        <ExplainedButton
          variant={hasDevices ? 'default' : 'filled'}
          leftSection={<Icon icon={IconSettings} />}
          reason={state ? undefined : t('stations:unreachableText')}
          onClick={() => state && configure(state)}
        >
          {t('stations:drivers')}
        </ExplainedButton>
        <TestButton
          label={t('stations:test')}
          icon={<Icon icon={IconPlugConnected} />}
          isRunning={test.isPending}
          onClick={() =>
            test.mutate(
              { params: { id: bridge.id } },
              { onSuccess: () => toast.done(t('stations:testDone', { name })) },
            )
          }
        />
        <Button variant="default" leftSection={<Icon icon={IconPencil} />} onClick={edit}>
          {t('common:action.edit')}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon icon={IconTrash} />}
          onClick={() => void remove()}
        >
          {t('stations:remove')}
        </Button>
      </div>
    </section>
  )
}

interface StationBadgeProps {
  readonly state: BridgeState | undefined
  readonly isError: boolean
}

function StationBadge({ state, isError }: StationBadgeProps) {
  const { t } = useTranslation()
  if (isError)
    return (
      <Badge tone="red" icon={<Icon icon={IconPlugConnectedX} size="sm" />}>
        {t('stations:unreachable')}
      </Badge>
    )
  if (!state) return null
  return (
    <Badge tone="green" icon={<Icon icon={IconPlugConnected} size="sm" />}>
      {t('stations:reachable')}
    </Badge>
  )
}
