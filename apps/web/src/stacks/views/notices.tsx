import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/display/icon.tsx'
import { placeBelow } from '../../viewer/core/toolbar/place-below.ts'
import { summarizeNotices } from './overlay-texts.ts'
import type { Notice } from './overlay-texts.ts'
import styles from './notices.module.css'

/**
 * What a reader must know about the picture: one line in the corner, so that it covers no anatomy. A
 * press on it shows the sentences.
 */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const { t } = useTranslation()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  if (notices.length === 0) return null
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        className={styles.opener}
        data-line="notices"
        data-hint={t('stacks:notice.open')}
      >
        <Icon icon={IconAlertTriangle} />
        <span>{summarizeNotices(t, notices)}</span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={styles.panel}
        role="note"
        aria-label={t('stacks:notes.title')}
        onToggle={() => {
          if (panel.current && opener.current) placeBelow(panel.current, opener.current)
        }}
      >
        <ul>
          {notices.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </>
  )
}
