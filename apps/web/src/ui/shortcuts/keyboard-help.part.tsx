import { Kbd } from '@mantine/core'
import i18next from 'i18next'
import { openModal } from '../modals/modal-store.ts'
import { getKeyNames } from './key-names.ts'
import { activeShortcuts } from './use-shortcuts.ts'
import type { Shortcut } from './shortcut-sequence.ts'
import styles from './keyboard-help.module.css'

/** One line per label; a label may have several shortcuts. */
const Keys = ({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) => (
  <dl className={styles.list}>
    {[...Map.groupBy(shortcuts, ({ label }) => label)].map(([label, ways]) => (
      <div key={label} className={styles.line}>
        <dt>{label}</dt>
        {ways.map(({ keys }) => (
          <dd key={keys}>
            {getKeyNames(keys).map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dd>
        ))}
      </div>
    ))}
  </dl>
)

interface GroupsProps {
  readonly groups: ReadonlyMap<string | undefined, readonly Shortcut[]>
}

/** The shortcuts of the screen under their headings, in columns; those of every page last. */
const Groups = ({ groups }: GroupsProps) => {
  const everywhere = groups.get(undefined) ?? []
  const own = [...groups].filter(([group]) => group !== undefined)
  return (
    <div className={styles.groups}>
      <div className={styles.columns}>
        {own.map(([group, shortcuts]) => (
          <section key={group}>
            <h3>{group}</h3>
            <Keys shortcuts={shortcuts} />
          </section>
        ))}
      </div>
      <section>
        <h3>{i18next.t('common:keys.everywhere')}</h3>
        <div className={styles.columns}>
          <Keys shortcuts={everywhere} />
        </div>
      </section>
    </div>
  )
}

/** Opens the keyboard help with the active shortcuts. */
export function openHelp() {
  // A later shortcut replaces an earlier one of the same keys; gestures can have several meanings.
  const byKeys = new Map(
    activeShortcuts.get().map((one) => [one.run ? one.keys : `${one.keys} ${one.label}`, one]),
  )
  const groups = Map.groupBy(byKeys.values(), ({ group }) => group)
  const isPlain = groups.size < 2
  openModal({
    title: i18next.t('common:keys.title'),
    size: isPlain ? 420 : 1160,
    body: isPlain ? <Keys shortcuts={[...byKeys.values()]} /> : <Groups groups={groups} />,
  })
}
