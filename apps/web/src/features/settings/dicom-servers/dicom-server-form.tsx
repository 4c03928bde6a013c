import { IconPlugConnected } from '@tabler/icons-react'
import { DicomServerDraft, limits } from '@talus/contract'
import type { DicomServer } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { dicomServerMutations } from '../../../api/records/dicom-server.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { CheckField, TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { TestButton } from '../test-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

interface DicomServerFormProps {
  readonly clinic: SelectedClinic
  /** Undefined for a new server. */
  readonly server?: DicomServer | undefined
  /** Called with the saved server, or without an argument if nothing was saved. */
  readonly onDone: (saved?: DicomServer) => void
}

const defaultPort = '104'
const aeTitleMax = 16

export function DicomServerForm({ clinic, server, onDone }: DicomServerFormProps) {
  const { t } = useTranslation()
  const createServer = useRecordMutation(dicomServerMutations.create)
  const updateServer = useRecordMutation(dicomServerMutations.update)
  const form = useForm({
    initial: {
      serverName: server?.serverName ?? '',
      aeTitle: server?.aeTitle ?? '',
      host: server?.host ?? '',
      port: server ? String(server.port) : defaultPort,
      description: server?.description ?? clinic.aeTitle,
      autoSend: server?.autoSend ?? false,
      tls: server?.tls ?? false,
      sendReports: server?.sendReports ?? false,
    },
    labels: {
      serverName: t('settings:dicomServer.name'),
      aeTitle: t('settings:dicomServer.aeTitle'),
      host: t('settings:dicomServer.host'),
      port: t('settings:dicomServer.port'),
      description: t('settings:dicomServer.localAeTitle'),
      autoSend: t('settings:dicomServer.autoSend'),
      tls: t('settings:dicomServer.tls'),
      sendReports: t('settings:dicomServer.sendReports'),
    },
    required: ['serverName', 'aeTitle', 'host', 'port', 'description'],
    isNew: server === undefined,
    draft: server ? `dicom-server-${server.id}` : `new-dicom-server-of-${clinic.id}`,
    check: (values) => findSchemaFaults(DicomServerDraft, values),
    save: async (values) => {
      const body = { ...values, clinicId: clinic.id }
      const saved = server
        ? await updateServer({ body: { ...body, id: server.id } })
        : await createServer({ body })
      toast.done(t('common:form.saved'))
      onDone(saved)
    },
  })
  /** Tests the values in the form, saved or not, so that the user can test before saving. */
  const test = async () => {
    const existing = server && { id: server.id }
    await call(routes.dicomServer.test, {
      body: { ...form.values, clinicId: clinic.id, ...existing },
    })
    toast.done(t('settings:dicomServer.testDone'))
  }
  const missingFields = form.missing.join(', ')
  return (
    <FormFrame
      form={form}
      label={t('settings:dicomServer.form')}
      saveLabel={server ? t('common:action.save') : t('common:action.create')}
      onCancel={() => onDone()}
      actions={
        <TestButton
          label={t('settings:dicomServer.test')}
          icon={<Icon icon={IconPlugConnected} />}
          isRunning={form.isTrying}
          reason={
            missingFields === '' ? undefined : t('common:form.missing', { fields: missingFields })
          }
          onRefused={form.verify}
          onClick={(element) => {
            if (form.verify(element)) void form.attempt(element, test)
          }}
        />
      }
    >
      <FormGroup>
        <TextField
          form={form}
          name="serverName"
          description={t('settings:dicomServer.nameHint')}
          maxLength={limits.textMax}
          isFirst
        />
        <TextField
          form={form}
          name="aeTitle"
          description={t('settings:dicomServer.aeTitleHint')}
          maxLength={aeTitleMax}
        />
        <TextField
          form={form}
          name="host"
          description={t('settings:dicomServer.hostHint')}
          maxLength={limits.textMax}
        />
        <TextField
          form={form}
          name="port"
          description={t('settings:dicomServer.portHint')}
          maxLength={5}
          isDigits
        />
        <TextField
          form={form}
          name="description"
          description={t('settings:dicomServer.localAeTitleHint')}
          maxLength={aeTitleMax}
        />
      </FormGroup>
      <FormGroup>
        <CheckField
          form={form}
          name="autoSend"
          description={t('settings:dicomServer.autoSendHint')}
        />
        <CheckField
          form={form}
          name="sendReports"
          description={t('settings:dicomServer.sendReportsHint')}
        />
        <CheckField form={form} name="tls" description={t('settings:dicomServer.tlsHint')} />
      </FormGroup>
    </FormFrame>
  )
}
