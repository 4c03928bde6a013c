import { IconBan, IconRefresh, IconSend2 } from '@tabler/icons-react'
import type { DicomSend, DicomSendId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { dicomServerQueries } from '../../../api/records/dicom-server.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { usePages } from '../../../ui/table/use-pages.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { useLanguage } from '../use-language.ts'
import { createQueueColumns } from './queue-columns.tsx'
import { QueueFilters, defaultFilter } from './queue-filters.tsx'
import { fetchFailedIds, queueQueries } from './queue.queries.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './dicom-queue.module.css'

/** The queue of images to be sent to DICOM servers, for users who may send them. */
export const DicomQueue = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => (
      <WithTranslations namespace="imageForms">
        <ClinicQueue key={clinic.id} clinic={clinic} />
      </WithTranslations>
    )}
  </ClinicNeeded>
)

const newestFirst = { id: 'createdOn', desc: true } as const
const sorts = ['createdOn', 'state', 'server', 'patientName', 'attempts'] as const

const mayRetry = ({ state }: DicomSend) => state !== 'sent' && state !== 'sending'
const mayCancel = ({ state }: DicomSend) => state === 'waiting' || state === 'failed'

function ClinicQueue({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: servers = [] } = useQuery(dicomServerQueries.list(clinic.id))
  const [filter, setFilter] = useState(defaultFilter)
  const [chosenId, setChosenId] = useState<number>()
  const { query: pageQuery, view: viewOf, goToFirstPage } = usePages(newestFirst)
  const query = useQuery(
    queueQueries.page({
      ...pageQuery,
      sort: sorts.find((id) => id === pageQuery.sort) ?? newestFirst.id,
      ClinicId: clinic.id,
      dicomServerId: filter.serverId,
      state: filter.state,
    }),
  )
  const chosen = query.data?.rows.find(({ id }) => id === chosenId)
  const columns = useMemo(
    () => createQueueColumns(t, { language, timeZone: clinic.timeZone }),
    [t, language, clinic.timeZone],
  )
  const change = useChange()
  const allFailed = useMutation({
    mutationFn: async (act: 'retry' | 'cancel') => {
      const ids = await fetchFailedIds(clinic.id, filter.serverId)
      if (ids.length === 0) toast.info(t('imageForms:queue.noneFailed'))
      else await change.mutateAsync({ act, ids })
    },
    meta: { showsOwnError: true },
  })
  const getReason = (isAllowed: (send: DicomSend) => boolean) => {
    if (!chosen) return t('imageForms:queue.chooseFirst')
    return isAllowed(chosen) ? undefined : t('imageForms:queue.notNow')
  }
  const act = (name: 'retry' | 'cancel') => {
    if (chosen) change.mutate({ act: name, ids: [chosen.id] })
  }
  const view = viewOf(query.data)
  const isDefaultFilter = filter.state === 'open' && filter.serverId === undefined
  return (
    <div className={styles.queue}>
      <DataTable
        label={t('settings:section.dicom-queue')}
        view={view}
        columns={columns}
        rowId={({ id }) => id}
        searchLabel={t('imageForms:queue.search')}
        isRefreshing={query.isFetching}
        selection={{ selected: chosenId, onSelect: (row) => setChosenId(row?.id) }}
        filters={
          <QueueFilters
            filter={filter}
            servers={servers}
            onFilter={(next) => {
              setFilter(next)
              goToFirstPage()
            }}
          />
        }
        rowActions={
          <>
            <ExplainedButton
              variant="default"
              leftSection={<Icon icon={IconRefresh} />}
              reason={getReason(mayRetry)}
              onClick={() => act('retry')}
            >
              {t('imageForms:queue.retry')}
            </ExplainedButton>
            <ExplainedButton
              variant="default"
              leftSection={<Icon icon={IconBan} />}
              reason={getReason(mayCancel)}
              onClick={() => act('cancel')}
            >
              {t('imageForms:queue.cancel')}
            </ExplainedButton>
            <ExplainedButton
              variant="default"
              leftSection={<Icon icon={IconRefresh} />}
              loading={allFailed.isPending && allFailed.variables === 'retry'}
              onClick={() => allFailed.mutate('retry')}
            >
              {t('imageForms:queue.retryAll')}
            </ExplainedButton>
            <ExplainedButton
              variant="default"
              leftSection={<Icon icon={IconBan} />}
              loading={allFailed.isPending && allFailed.variables === 'cancel'}
              onClick={() => allFailed.mutate('cancel')}
            >
              {t('imageForms:queue.cancelAll')}
            </ExplainedButton>
          </>
        }
        empty={
          <StatePanel
            isCompact
            icon={<Icon icon={IconSend2} size="xl" />}
            title={
              isDefaultFilter ? t('imageForms:queue.emptyTitle') : t('imageForms:queue.noneTitle')
            }
            text={
              isDefaultFilter ? t('imageForms:queue.emptyText') : t('imageForms:queue.noneText')
            }
          />
        }
      />
    </div>
  )
}

function useChange() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: ({ act, ids }: { act: 'retry' | 'cancel'; ids: DicomSendId[] }) =>
      call(routes.dicomSend[act], { body: { ids } }),
    onSuccess: (_answer, { act, ids }) =>
      toast.done(
        act === 'retry'
          ? t('imageForms:queue.retried', { count: ids.length })
          : t('imageForms:queue.cancelled', { count: ids.length }),
      ),
    meta: { makesStale: [recordKeys.dicomSends] },
  })
}
