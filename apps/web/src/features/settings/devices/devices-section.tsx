import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconNetwork, IconPlus } from '@tabler/icons-react'
import type { Bridge } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { bridgeQueries } from '../../../api/records/bridge.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { QueryCard } from '../query-card.tsx'
import styles from './devices.module.css'
import { XRayRoomCard } from './x-ray-room-card.tsx'
import { StationCard } from './station-card.tsx'
import { StationForm } from './station-form.tsx'

export const DevicesSection = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => (
      <WithTranslations namespace={['stations', 'devices']}>
        <ClinicDevices key={clinic.id} clinic={clinic} />
      </WithTranslations>
    )}
  </ClinicNeeded>
)

function ClinicDevices({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const query = useQuery(bridgeQueries.list(clinic.id))
  if (query.data === undefined)
    return (
      <QueryCard title={t('settings:section.devices')} text={t('stations:text')} query={query}>
        {() => null}
      </QueryCard>
    )
  return query.data.length === 0 ? (
    <NoStations clinic={clinic} />
  ) : (
    <Stations clinic={clinic} bridges={query.data} />
  )
}

interface StationsProps {
  readonly clinic: SelectedClinic
  readonly bridges: readonly Bridge[]
}

function Stations({ clinic, bridges }: StationsProps) {
  const { t } = useTranslation()
  const { addLocal, addRemote, isFound } = useAddStation(clinic)
  const xRayRooms = [...new Set(bridges.map(({ xRayRoom }) => xRayRoom))]
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.intro}>{t('stations:text')}</p>
        {isFound ? (
          <Button leftSection={<Icon icon={IconDeviceDesktop} />} onClick={addLocal}>
            {t('stations:useFound')}
          </Button>
        ) : null}
        <Button
          variant={isFound ? 'default' : 'filled'}
          leftSection={<Icon icon={IconPlus} />}
          onClick={addRemote}
        >
          {t('stations:add')}
        </Button>
      </div>
      {xRayRooms.length > 1 ? <XRayRoomCard xRayRooms={xRayRooms} /> : null}
      {bridges.map((bridge) => (
        <StationCard key={bridge.id} bridge={bridge} />
      ))}
    </>
  )
}

/** Leads to the first station: that of the server's own computer, or another one. */
function NoStations({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const { addLocal, addRemote, isFound, computer } = useAddStation(clinic)
  return (
    <Card>
      <StatePanel
        isCompact
        icon={<Icon icon={IconDeviceDesktop} size="xl" />}
        title={t('stations:emptyTitle')}
        text={isFound ? t('stations:emptyFound', { computer }) : t('stations:emptyText')}
      >
        {isFound ? (
          <Button leftSection={<Icon icon={IconPlus} />} onClick={addLocal}>
            {t('stations:useFound')}
          </Button>
        ) : null}
        <Button variant="default" leftSection={<Icon icon={IconNetwork} />} onClick={addRemote}>
          {t('stations:other')}
        </Button>
      </StatePanel>
    </Card>
  )
}

function useAddStation({ id: clinicId }: SelectedClinic) {
  const { t } = useTranslation()
  const { data: found } = useQuery(bridgeQueries.ofThisMachine(clinicId))
  const computer = found?.computer ?? ''
  const open = (isRemote: boolean) =>
    openForm(t('stations:add'), (close) => (
      <StationForm
        clinicId={clinicId}
        isRemote={isRemote}
        {...(!isRemote && { computer })}
        onDone={() => close()}
      />
    ))
  return {
    computer,
    isFound: found !== undefined && found.isRunning && !found.isRegistered,
    addLocal: () => open(false),
    addRemote: () => open(true),
  }
}
