import { Button } from '@mantine/core'
import { IconPencil, IconPlugConnected, IconPlus, IconServer, IconTrash } from '@tabler/icons-react'
import type { DicomServer } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, getErrorMessage } from '../../../api/call.ts'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { dicomServerMutations, dicomServerQueries } from '../../../api/records/dicom-server.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { confirmDelete } from '../../../ui/modals/confirm.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { useRows } from '../../../ui/table/use-rows.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { SectionTable } from '../section-table.tsx'
import { TestButton } from '../test-button.tsx'
import { createDicomServerColumns } from './dicom-server-columns.tsx'
import { DicomServerForm } from './dicom-server-form.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

export const DicomServersSection = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <ClinicDicomServers key={clinic.id} clinic={clinic} />}
  </ClinicNeeded>
)

const byName = { id: 'name', desc: false } as const
/** Wide enough for two columns of fields. */
const formWidth = 680

/** The images that wait for a server and would not be sent; 0 if the user may not see the queue. */
async function countWaiting(clinic: SelectedClinic, server: DicomServer): Promise<number> {
  const query = { ClinicId: clinic.id, dicomServerId: server.id, state: 'open' } as const
  return call(routes.dicomSend.page, { query }, { isQuiet: true }).then(
    ({ total }) => total,
    () => 0,
  )
}

function ClinicDicomServers({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const removeServer = useRecordMutation(dicomServerMutations.remove)
  const query = useQuery(dicomServerQueries.list(clinic.id))
  const [chosenId, setChosenId] = useState<number>()
  const chosen = query.data?.find(({ id }) => id === chosenId)
  const columns = useMemo(() => createDicomServerColumns(t), [t])
  const view = useRows(query.data, columns, byName)
  const test = useMutation({
    mutationFn: (server: DicomServer) => call(routes.dicomServer.test, { body: server }),
    onSuccess: () => toast.done(t('settings:dicomServer.testDone')),
    meta: { showsOwnError: true },
  })

  const choose = (server: DicomServer | undefined) => {
    // The test result of one server does not apply to another.
    if (server?.id !== chosenId && !test.isPending) test.reset()
    setChosenId(server?.id)
  }

  const open = (server?: DicomServer) =>
    openForm(
      server ? t('settings:dicomServer.edit') : t('settings:dicomServer.create'),
      (close) => (
        <DicomServerForm
          clinic={clinic}
          server={server}
          onDone={(saved) => {
            if (saved) {
              setChosenId(saved.id)
              // The test result belongs to the values before the change.
              test.reset()
            }
            close()
          }}
        />
      ),
      formWidth,
    )

  const remove = async (server: DicomServer | undefined) => {
    if (!server) {
      toast.error(t('settings:dicomServer.noneSelected'))
      return
    }
    const name = server.serverName
    const waiting = await countWaiting(clinic, server)
    const isDeleted = await confirmDelete({
      title: t('settings:dicomServer.deleteTitle'),
      text: [
        t('settings:dicomServer.deleteText', { name }),
        ...(waiting > 0 ? [t('settings:dicomServer.deleteWaiting', { count: waiting })] : []),
      ].join(' '),
      act: () => removeServer({ params: { id: server.id } }),
    })
    if (!isDeleted) return
    // Selects the first visible server; one hidden by the search would be selected invisibly.
    const others = [...(view.rows ?? []), ...(query.data ?? [])]
    choose(others.find(({ id }) => id !== server.id))
    toast.done(t('common:form.deleted', { name }))
  }

  return (
    <>
      {test.error && test.variables ? (
        <ErrorNote
          text={t('settings:dicomServer.testFailed', {
            name: test.variables.serverName,
            words: getErrorMessage(test.error),
          })}
        />
      ) : null}
      <SectionTable
        title={t('settings:section.dicom-servers')}
        view={view}
        query={query}
        columns={columns}
        icon={<Icon icon={IconServer} size="xl" />}
        emptyTitle={t('settings:dicomServer.emptyTitle')}
        emptyText={t('settings:dicomServer.emptyText')}
        actions={
          <Button leftSection={<Icon icon={IconPlus} />} onClick={() => open()}>
            {t('settings:dicomServer.create')}
          </Button>
        }
        selection={{ selected: chosenId, onSelect: choose, onOpen: open }}
        rowActions={
          <ServerActions
            server={chosen}
            isTesting={test.isPending}
            onEdit={open}
            onTest={test.mutate}
            onRemove={(server) => void remove(server)}
          />
        }
      />
    </>
  )
}

interface ServerActionsProps {
  /** The selected server. */
  readonly server: DicomServer | undefined
  readonly isTesting: boolean
  readonly onEdit: (server: DicomServer | undefined) => void
  readonly onTest: (server: DicomServer) => void
  readonly onRemove: (server: DicomServer | undefined) => void
}

function ServerActions({ server, isTesting, onEdit, onTest, onRemove }: ServerActionsProps) {
  const { t } = useTranslation()
  const reason = server ? undefined : t('settings:dicomServer.noneSelected')
  return (
    <>
      <ExplainedButton
        variant="default"
        leftSection={<Icon icon={IconPencil} />}
        reason={reason}
        onClick={() => onEdit(server)}
      >
        {t('common:action.edit')}
      </ExplainedButton>
      <TestButton
        label={t('settings:dicomServer.test')}
        icon={<Icon icon={IconPlugConnected} />}
        isRunning={isTesting}
        reason={reason}
        onClick={() => {
          if (server && !isTesting) onTest(server)
        }}
      />
      <Button
        variant="default"
        leftSection={<Icon icon={IconTrash} />}
        onClick={() => onRemove(server)}
      >
        {t('common:action.delete')}
      </Button>
    </>
  )
}
