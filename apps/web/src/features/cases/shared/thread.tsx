import { Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { caseWorkMutations, caseWorkQueries } from '../../../api/records/case-work.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { useSession } from '../../../api/session.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { useTypedText } from './use-typed-text.ts'
import styles from './thread.module.css'

interface CaseThreadProps {
  readonly caseId: CaseId
  readonly mayWrite: boolean
}

/** Questions, answers and messages about a case in one thread, also after the report. */
export function CaseThread({ caseId, mayWrite }: CaseThreadProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const timeZone = useClinicZone()
  const titleId = useId()
  const { data: messages } = useQuery(caseWorkQueries.thread(caseId))
  return (
    <section className={styles.thread} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('caseReading:thread.title')}</h2>
      {messages?.length === 0 ? (
        <p className={styles.none}>{t('caseReading:thread.none')}</p>
      ) : (
        <ol className={styles.messages}>
          {(messages ?? []).map((message) => (
            <li
              key={message.id}
              className={styles.message}
              data-own={message.authorId === user.id || undefined}
            >
              <p className={styles.head}>
                <strong>{message.authorName}</strong>
                <Badge tone={message.kind === 'question' ? 'amber' : 'neutral'}>
                  {t(`caseReading:thread.kind.${message.kind}`)}
                </Badge>
                <time dateTime={message.createdOn}>
                  {formatDateTime(message.createdOn, timeZone)}
                </time>
              </p>
              <p className={styles.text}>{message.text}</p>
            </li>
          ))}
        </ol>
      )}
      {mayWrite ? <MessageForm caseId={caseId} /> : null}
    </section>
  )
}

function MessageForm({ caseId }: Pick<CaseThreadProps, 'caseId'>) {
  const { t } = useTranslation()
  const { text, change, sendWith } = useTypedText(caseId, 'message')
  const write = useMutation({
    ...sendWith(caseWorkMutations.writeMessage),
    onSuccess: () => change({ text: '' }),
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !write.isPending)
          write.mutate({ params: { id: caseId }, body: { text } })
      }}
    >
      <Textarea
        label={t('caseReading:thread.write')}
        value={text}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.caseMessageMax}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Button
        type="submit"
        variant="default"
        leftSection={<Icon icon={IconSend} />}
        loading={write.isPending}
        disabled={text.trim() === ''}
      >
        {t('caseReading:thread.send')}
      </Button>
    </form>
  )
}
