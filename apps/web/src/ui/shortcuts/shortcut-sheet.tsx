import { Kbd } from '@mantine/core'
import i18next from 'i18next'
import { openModal } from '../modals/modal-store.ts'
import { activeShortcuts } from './use-shortcuts.ts'
import type { Shortcut } from './shortcut-sequence.ts'
import styles from './shortcut-sheet.module.css'

/** What has several keys is one line. */
const Sheet = ({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) => (
  <dl className={styles.list}>
    {[...Map.groupBy(shortcuts, ({ label }) => label)].map(([label, ways]) => (
      <div key={label} className={styles.line}>
        <dt>{label}</dt>
        {ways.map(({ keys }) => (
          <dd key={keys}>
            {keys.split(' ').map((key) => (
              <Kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
            ))}
          </dd>
        ))}
      </div>
    ))}
  </dl>
)

/** The keys of the screen, as they are at this moment. */
export function openShortcutSheet() {
  const byKeys = new Map(activeShortcuts.get().map((one) => [one.keys, one]))
  openModal({
    title: i18next.t('common:keys.title'),
    size: 420,
    body: <Sheet shortcuts={[...byKeys.values()]} />,
  })
}
