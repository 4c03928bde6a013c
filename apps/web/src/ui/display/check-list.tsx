import { IconAlertTriangle } from '@tabler/icons-react'
import { Icon } from './icon.tsx'
import styles from './check-list.module.css'

interface CheckedItem {
  readonly key: string
  readonly text: string
  /** Names the place in the text. */
  readonly place: string
  /** The text cannot be sent with it. */
  readonly isBlocking: boolean
  readonly onJump: () => void
}

interface CheckListProps {
  readonly label: string
  readonly items: readonly CheckedItem[]
}

/** The findings of the check of a report; a press leads to the place in the text. */
export const CheckList = ({ label, items }: CheckListProps) => (
  <ul className={styles.list} aria-label={label}>
    {items.map(({ key, text, place, isBlocking, onJump }) => (
      <li key={key}>
        <button
          type="button"
          className={styles.item}
          data-blocks={isBlocking || undefined}
          onClick={onJump}
        >
          <Icon icon={IconAlertTriangle} />
          <span>
            {text}
            <small>{place}</small>
          </span>
        </button>
      </li>
    ))}
  </ul>
)
