import { Button, Loader } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { Sensor } from '@talus/contract'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { generatorStore } from '../../../api/generator.ts'
import { useStore } from '../../../store.ts'
import { openModal } from '../../../ui/modals/modal-store.ts'
import { Facts } from '../../../ui/layout/page-frame.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { listGeneratorFacts, listSensorFacts } from './hardware-facts.tsx'
import styles from './hardware-status.module.css'
import { hardwareQueries } from './hardware.queries.ts'
import type { Modality } from '../sensor/use-sensor.ts'
import { Icon } from '../../../ui/display/icon.tsx'

/** Opens the dialog with the technical details, for users who may inspect the hardware. */
export const openHardwareStatus = (modality: Modality) =>
  void openModal({
    title: i18next.t('devices:hardware.title'),
    size: 680,
    body: <HardwareStatus modality={modality} />,
  })

function HardwareStatus({ modality }: { readonly modality: Modality }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { all } = hardwareQueries
  const isFetching = useIsFetching({ queryKey: all }) > 0
  const sensors = useQuery(hardwareQueries.sensors)
  const hasGenerator = useStore(generatorStore) !== 'disabled' && modality === 'General'
  return (
    <div className={styles.status} aria-busy={isFetching}>
      <Section title={t('devices:hardware.sensor')} query={sensors}>
        {(registered) => (
          <SensorSection sensor={registered.find((one) => one.modality === modality)} />
        )}
      </Section>
      {hasGenerator ? <GeneratorSection /> : null}
      <div className={styles.foot}>
        {isFetching ? <Loader size={20} aria-label={t('common:state.loading')} /> : null}
        <Button
          variant="default"
          leftSection={<Icon icon={IconRefresh} />}
          onClick={() => void client.refetchQueries({ queryKey: all })}
        >
          {t('devices:hardware.refresh')}
        </Button>
      </div>
    </div>
  )
}

function SensorSection({ sensor }: { readonly sensor: Sensor | undefined }) {
  const { t } = useTranslation()
  return sensor ? (
    <SensorFacts sensor={sensor} />
  ) : (
    <ErrorNote text={t('errors:device/none-registered')} />
  )
}

function SensorFacts({ sensor }: { readonly sensor: Sensor }) {
  const { t, i18n } = useTranslation()
  const query = useQuery(hardwareQueries.sensor(sensor.id))
  return (
    <QueryContent query={query}>
      {(status) => <Facts facts={listSensorFacts(t, i18n.language, sensor, status)} />}
    </QueryContent>
  )
}

function GeneratorSection() {
  const { t, i18n } = useTranslation()
  const query = useQuery(hardwareQueries.generator)
  return (
    <Section title={t('devices:hardware.generator')} query={query}>
      {(values) => <Facts facts={listGeneratorFacts(t, i18n.language, values)} />}
    </Section>
  )
}

interface QueryContentProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError'>
  readonly children: (data: Data) => ReactNode
}

/** Shows the data or the error, never both: outdated data would be taken for the current state. */
function QueryContent<Data>({
  query: { data, error, isError },
  children,
}: QueryContentProps<Data>) {
  if (isError) return <ErrorNote text={getErrorMessage(error)} />
  return data === undefined ? null : children(data)
}

interface SectionProps<Data> extends QueryContentProps<Data> {
  readonly title: string
}

const Section = <Data,>({ title, ...content }: SectionProps<Data>) => (
  <section className={styles.part} aria-label={title}>
    <h3 className={styles.title}>{title}</h3>
    <QueryContent {...content} />
  </section>
)
