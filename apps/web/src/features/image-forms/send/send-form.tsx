import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconSend, IconServerOff } from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { DicomSend, DicomServer, DicomServerId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { getErrorMessage } from '../../../api/call.ts'
import { dicomServerQueries } from '../../../api/records/dicom-server.ts'
import { useActor } from '../../../api/session.ts'
import { ChoiceCards } from '../../../ui/inputs/choice-cards.tsx'
import { ActionForm } from '../../../ui/form/action-form.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import type { FormProps } from '../image-forms.ts'
import { DocumentPicker } from '../picker/document-picker.tsx'
import { ImagePicker } from '../picker/image-picker.tsx'
import { sendImages } from './send-images.ts'
import { SendProgress } from './send-progress.tsx'
import { useStudyImages } from '../picker/use-study-images.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../forms.module.css'

export function SendForm(props: FormProps) {
  const { study, goTo } = props
  const { t } = useTranslation()
  const actor = useActor()
  const { data: servers } = useQuery(dicomServerQueries.list(study.clinic.id))
  if (servers === undefined) return <Skeleton height={240} />
  if (servers.length === 0)
    return (
      <StatePanel
        isCompact
        icon={<Icon icon={IconServerOff} size="xl" />}
        title={t('imageForms:send.noServers')}
        text={t('imageForms:send.noServersText')}
      >
        {can(actor, 'dicom-server.manage') ? (
          <Button onClick={() => goTo('/settings/dicom-servers')}>
            {t('imageForms:send.toServers')}
          </Button>
        ) : null}
      </StatePanel>
    )
  return <SendToServer {...props} servers={servers} />
}

/**
 * The remote DICOM server was the cause: the failed images stay in the queue, which retries them.
 */
const isQueued = (error: unknown) => error instanceof ApiError && error.status === 424

function QueuedNote({ onQueue }: { readonly onQueue: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      {t('imageForms:send.kept')}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={onQueue}>
        {t('imageForms:queue.open')}
      </Anchor>
    </>
  )
}

interface SendToServerProps extends FormProps {
  readonly servers: readonly DicomServer[]
}

function SendToServer({ study, onDone, goTo, servers }: SendToServerProps) {
  const { t } = useTranslation()
  const legendId = useId()
  const { images, documents, chosen, setChosen, ids } = useStudyImages(study, 'all')
  const only = servers.length === 1 ? servers[0] : undefined
  const [serverId, setServerId] = useState<DicomServerId | undefined>(only?.id)
  const [sends, setSends] = useState<readonly DicomSend[]>()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const server = servers.find(({ id }) => id === serverId)
  const send = useMutation({
    mutationFn: (dicomServerId: DicomServerId) =>
      sendImages({
        imageIdList: ids,
        dicomServerId,
        onProgress: setSends,
        isFormOpen: () => isShown.current,
      }),
    meta: { showsOwnError: true },
  })
  const openQueue = () => goTo('/settings/dicom-queue')
  if (sends && server)
    return (
      <SendProgress
        sends={sends}
        server={server}
        timeZone={study.clinic.timeZone}
        error={send.error ? getErrorMessage(send.error) : undefined}
        onDone={onDone}
        onQueue={openQueue}
      />
    )
  const getReason = () => {
    if (!server) return t('imageForms:send.chooseServer')
    return ids.length === 0 ? t('imageForms:picker.choose') : undefined
  }
  return (
    <ActionForm
      label={t('studies:imageForm.send')}
      actionLabel={t('imageForms:send.send')}
      actionIcon={<Icon icon={IconSend} />}
      reason={getReason()}
      isBusy={send.isPending}
      error={send.error ? getErrorMessage(send.error) : undefined}
      state={send.error && isQueued(send.error) ? <QueuedNote onQueue={openQueue} /> : getReason()}
      onAct={() => server && send.mutate(server.id)}
      onCancel={onDone}
    >
      <div className={styles.halves} data-wide>
        <div>
          <p className={styles.legend} id={legendId}>
            {t('imageForms:send.server')}
          </p>
          <ChoiceCards
            labelledBy={legendId}
            value={serverId === undefined ? undefined : String(serverId)}
            onChoose={(value) =>
              setServerId(servers.find(({ id }) => String(id) === value)?.id ?? serverId)
            }
            cards={servers.map(({ id, serverName, aeTitle, host, port }) => ({
              value: String(id),
              content: (
                <span className={styles.cardText}>
                  {serverName}
                  <small>{`${aeTitle} · ${host}:${port}`}</small>
                </span>
              ),
            }))}
          />
        </div>
        <div className={styles.pickers}>
          <ImagePicker images={images} chosen={chosen} onChoose={setChosen} isFirst />
          <DocumentPicker
            documents={documents}
            timeZone={study.clinic.timeZone}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
      </div>
    </ActionForm>
  )
}
