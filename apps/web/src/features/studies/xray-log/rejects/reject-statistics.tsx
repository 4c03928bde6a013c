import { Button } from '@mantine/core'
import { IconChartBar, IconDownload, IconPrinter } from '@tabler/icons-react'
import { bodyParts } from '@talus/anatomy'
import type { RejectStatistics as Statistics } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callForFile } from '../../../../api/call.ts'
import type { SelectedClinic } from '../../../../api/clinic-choice.ts'
import { saveFile } from '../../../../api/save-file.ts'
import { formatLocaleNumber } from '../../../../ui/format/quantities.ts'
import { StatePanel } from '../../../../ui/states/state-panel.tsx'
import { toast } from '../../../../ui/toasts/toast-store.ts'
import { toLanguage } from '../../../../language.ts'
import type { DayRange } from '../../day-fields.tsx'
import { MonthChart } from './month-chart.tsx'
import { CountBars, FaultBars, RateBars } from './rate-bars.tsx'
import { computeRate } from './rates.ts'
import { toRejectsPath, rejectsQuery } from './rejects.queries.ts'
import { Icon } from '../../../../ui/display/icon.tsx'
import styles from './rejects.module.css'

interface RejectStatisticsProps {
  readonly clinic: SelectedClinic
  readonly days: DayRange
  readonly today: string
}

/** Reject statistics by reason, month, operator and body part: they show what to train or repair. */
export function RejectStatistics({ clinic, days, today }: RejectStatisticsProps) {
  const { t } = useTranslation()
  const path = toRejectsPath(clinic.id, days, today)
  const { data, isPlaceholderData } = useQuery(rejectsQuery(path))
  const download = useMutation({
    mutationFn: () => callForFile(routes.image.rejectStatisticsCsv, { params: path }),
    onSuccess: (file) => {
      const name = `${t('xrayLog:rejects.title')} ${days.dateFrom} ${days.dateTo}`.trim()
      saveFile(file, `${name}.csv`)
      toast.savedFile(t('xrayLog:saved', { name: `${name}.csv` }))
    },
  })
  if (!data) return <div className={styles.waiting} aria-busy />
  if (data.exposures === 0)
    return (
      <StatePanel
        isCompact
        icon={<Icon icon={IconChartBar} size="xl" />}
        title={t('xrayLog:empty.title')}
        text={t('xrayLog:rejects.empty')}
      />
    )
  return (
    <div className={styles.sheet} aria-busy={isPlaceholderData || undefined}>
      <p className={styles.printed}>
        {t('xrayLog:rejects.title')} · {clinic.name} · {days.dateFrom} – {path.dateTo}
      </p>
      <div className={styles.top}>
        <Figures data={data} />
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<Icon icon={IconPrinter} />}
            onClick={() => window.print()}
          >
            {t('xrayLog:rejects.print')}
          </Button>
          <Button
            leftSection={<Icon icon={IconDownload} />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('xrayLog:download')}
          </Button>
        </div>
      </div>
      <Charts data={data} />
    </div>
  )
}

function usePercent() {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  return (rate: number) => format.format(rate)
}

function Figures({ data }: { readonly data: Statistics }) {
  const { t, i18n } = useTranslation()
  const percent = usePercent()
  return (
    <dl className={styles.figures}>
      <div data-main>
        <dt>{t('xrayLog:rejects.rate')}</dt>
        <dd>{percent(computeRate(data))}</dd>
      </div>
      <div>
        <dt>{t('xrayLog:rejects.column.rejected')}</dt>
        <dd>{formatLocaleNumber(data.rejected, i18n.language)}</dd>
      </div>
      <div>
        <dt>{t('xrayLog:rejects.column.exposures')}</dt>
        <dd>{formatLocaleNumber(data.exposures, i18n.language)}</dd>
      </div>
    </dl>
  )
}

const partNames = new Map(Object.entries(bodyParts).map(([part, { names }]) => [part, names]))

function Charts({ data }: { readonly data: Statistics }) {
  const { t, i18n } = useTranslation()
  const percent = usePercent()
  const language = toLanguage(i18n.language)
  const average = computeRate(data)
  const partName = (part: string) =>
    partNames.get(part)?.[language] ?? (part || t('xrayLog:rejects.noPart'))
  return (
    <div className={styles.charts}>
      <CountBars
        title={t('xrayLog:rejects.byReason')}
        nameHeader={t('xrayLog:rejects.by.reason')}
        bars={data.byReason.map(({ reason, rejected }) => ({
          id: reason,
          name: t(`xrayLog:rejection.${reason}`),
          rejected,
        }))}
        percent={percent}
      />
      <MonthChart months={data.byMonth} percent={percent} />
      <RateBars
        title={t('xrayLog:rejects.byOperator')}
        nameHeader={t('xrayLog:rejects.by.operator')}
        bars={data.byOperator.map((one) => ({ ...one, id: one.userId, name: one.operator }))}
        average={average}
        percent={percent}
      />
      <RateBars
        title={t('xrayLog:rejects.byBodyPart')}
        nameHeader={t('xrayLog:rejects.by.bodyPart')}
        bars={data.byBodyPart.map((one) => ({
          ...one,
          id: one.bodyPart,
          name: partName(one.bodyPart),
        }))}
        average={average}
        percent={percent}
      />
      {data.feedback.rated > 0 && <FaultBars feedback={data.feedback} percent={percent} />}
    </div>
  )
}
