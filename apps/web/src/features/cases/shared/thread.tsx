import { Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { caseWorkMutations, caseWorkQueries } from '../../../api/records/case-work.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { useSession } from '../../../api/session.ts'
import { useOneRun } from '../../../ui/buttons/one-run.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { useTypedText } from './use-typed-text.ts'
import styles from './thread.module.css'

interface CaseThreadProps {
  readonly caseId: CaseId
  /** Says who gets the message; undefined if the user may write none. */
  readonly messageLabel: string | undefined
  /** Scrolls to the newest text when it changes; undefined does not. */
  readonly showRequest: string | undefined
  /** Called with whether the newest text is on the screen. */
  readonly onNewestShown: (isShown: boolean) => void
  /** Called with whether a message is typed that is not sent. */
  readonly onTyped?: ((isTyped: boolean) => void) | undefined
}

/** Questions, answers and messages about a case in one thread, also after the report. */
export function CaseThread(props: CaseThreadProps) {
  const { caseId, messageLabel, showRequest, onNewestShown, onTyped } = props
  const { t } = useTranslation()
  const { user } = useSession()
  const timeZone = useCaseZone()
  const titleId = useId()
  const { data: messages, isFetching } = useQuery(caseWorkQueries.thread(caseId))
  const newest = useRef<HTMLLIElement>(null)
  const newestId = messages?.at(-1)?.id
  const isShown = useOnScreen(newest, newestId)
  useEffect(() => {
    // While the thread is fetched, a newer text than the shown one may exist.
    onNewestShown(isShown && !isFetching)
  }, [onNewestShown, isShown, isFetching])
  useEffect(() => {
    if (showRequest !== undefined) newest.current?.scrollIntoView({ block: 'nearest' })
  }, [showRequest, newestId])
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
              ref={message.id === newestId ? newest : undefined}
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
      {messageLabel === undefined ? null : (
        <MessageForm caseId={caseId} label={messageLabel} onTyped={onTyped} />
      )}
    </section>
  )
}

/** Whether an element is in view; `id` changes with the element. */
function useOnScreen(element: RefObject<HTMLElement | null>, id: number | undefined): boolean {
  const [shownId, setShownId] = useState<number>()
  useEffect(() => {
    const { current } = element
    if (!current || id === undefined) return undefined
    const observer = new IntersectionObserver((entries) => {
      const isInView = entries.at(-1)?.isIntersecting === true
      setShownId(isInView ? id : undefined)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, id])
  return id !== undefined && shownId === id
}

interface MessageFormProps {
  readonly caseId: CaseId
  readonly label: string
  readonly onTyped: ((isTyped: boolean) => void) | undefined
}

function MessageForm({ caseId, label, onTyped }: MessageFormProps) {
  const { t } = useTranslation()
  const { text, change, sendWith } = useTypedText(caseId, 'message')
  const isTyped = text.trim() !== ''
  useEffect(() => {
    onTyped?.(isTyped)
    return () => onTyped?.(false)
  }, [onTyped, isTyped])
  const write = useMutation({
    ...sendWith(caseWorkMutations.writeMessage),
    onSuccess: () => change({ text: '' }),
  })
  const runOnce = useOneRun()
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped)
          void runOnce(() => write.mutateAsync({ params: { id: caseId }, body: { text } }))
      }}
    >
      <Textarea
        label={label}
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
        disabled={!isTyped}
      >
        {t('caseReading:thread.send')}
      </Button>
    </form>
  )
}
