import { Button, Loader } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { Sensor } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { generatorStore } from '../../api/generator.ts'
import { wordsOf } from '../../api/call.ts'
import { sensorQuery } from '../../api/sensors.ts'
import { useStore } from '../../store.ts'
import { openModal } from '../../ui/modals/modal-store.ts'
import { Facts } from '../../ui/page-frame.tsx'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { generatorFacts, sensorFacts } from './hardware-facts.tsx'
import styles from './hardware-status.module.css'
import { hardwareQueries } from './hardware.queries.ts'
import type { Modality } from './use-sensor.ts'

/** For those who look after the hardware. */
export const openHardwareStatus = (modality: Modality) =>
  void openModal({
    title: i18next.t('devices:hardware.title'),
    size: 560,
    body: <HardwareStatus modality={modality} />,
  })

function HardwareStatus({ modality }: { readonly modality: Modality }) {
  const { t } = useTranslation()
  const sensors = useQuery({ ...sensorQuery, refetchOnMount: 'always' })
  const sensor = sensors.data?.find((one) => one.modality === modality)
  const hasGenerator = useStore(generatorStore) !== 'disabled' && modality === 'General'
  return (
    <div className={styles.status}>
      {sensor ? (
        <SensorPart sensor={sensor} />
      ) : (
        <Part
          title={t('devices:hardware.sensor')}
          query={{ ...sensors, data: undefined }}
          none={t('errors:device/none-registered')}
        >
          {() => null}
        </Part>
      )}
      {hasGenerator ? <GeneratorPart /> : null}
    </div>
  )
}

function SensorPart({ sensor }: { readonly sensor: Sensor }) {
  const { t, i18n } = useTranslation()
  const query = useQuery(hardwareQueries.sensor(sensor.id))
  return (
    <Part title={t('devices:hardware.sensor')} query={query}>
      {(status) => <Facts facts={sensorFacts(t, i18n.language, sensor, status)} />}
    </Part>
  )
}

function GeneratorPart() {
  const { t, i18n } = useTranslation()
  const query = useQuery(hardwareQueries.generator)
  return (
    <Part title={t('devices:hardware.generator')} query={query}>
      {(values) => <Facts facts={generatorFacts(t, i18n.language, values)} />}
    </Part>
  )
}

interface PartProps<Data> {
  readonly title: string
  readonly query: Pick<
    UseQueryResult<Data>,
    'data' | 'error' | 'isFetching' | 'isError' | 'refetch'
  >
  /** What to say where there is nothing to ask. */
  readonly none?: string
  readonly children: (data: Data) => ReactNode
}

/** What a device said, or why it said nothing; asked once more by Refresh. */
function Part<Data>({ title, query, none, children }: PartProps<Data>) {
  const { t } = useTranslation()
  const { data, error, isFetching, isError, refetch } = query
  return (
    <section className={styles.part} aria-label={title} aria-busy={isFetching}>
      <header className={styles.head} role="presentation">
        <h3 className={styles.title}>{title}</h3>
        {isFetching ? <Loader size={18} aria-label={t('common:state.loading')} /> : null}
        <Button
          className={styles.refresh ?? ''}
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />}
          aria-label={t('devices:hardware.refreshOf', { name: title })}
          onClick={() => void refetch()}
        >
          {t('devices:hardware.refresh')}
        </Button>
      </header>
      {isError ? <ErrorNote text={wordsOf(error)} /> : null}
      {data === undefined || isError ? null : children(data)}
      {data === undefined && !isError && !isFetching && none !== undefined ? (
        <ErrorNote text={none} />
      ) : null}
    </section>
  )
}
