import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import styles from './backup.module.css'

interface SettingLineProps {
  readonly text: string
  /** Names the copied text in the name of the button. */
  readonly what: string
}

/** A command or a setting for another program, with a button that copies it. */
export const SettingLine = ({ text, what }: SettingLineProps) => (
  <span className={styles.command}>
    <code className={styles.code}>{text}</code>
    <CopyIcon text={text} what={what} />
  </span>
)
