import { useTranslation } from 'react-i18next'
import { demoPassword, demoUsers } from './sign-in.rules.ts'
import styles from './demo-sign-ins.module.css'

interface DemoSignInsProps {
  readonly onPick: (username: string, password: string) => void
}

/** Shown only on a demonstration system; a click fills in the form, and the user submits it. */
export function DemoSignIns({ onPick }: DemoSignInsProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.box} aria-labelledby="demo-title">
      <h2 id="demo-title" className={styles.title}>
        {t('auth:demo.title')}
      </h2>
      <p className={styles.text}>
        {t('auth:demo.text')} <code>{demoPassword}</code>
      </p>
      <ul className={styles.list}>
        {demoUsers.map((username) => (
          <li key={username}>
            <button
              type="button"
              className={styles.user}
              onClick={() => onPick(username, demoPassword)}
            >
              {username}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
