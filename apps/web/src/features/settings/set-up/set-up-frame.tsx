import type { SetUpProgress, SetUpStep } from '@talus/contract'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TalusMark } from '../../../ui/art/talus-mark.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { LanguageSwitch } from '../../../ui/preferences/language-switch.tsx'
import { isStepOfSignedIn } from './step-order.ts'
import styles from './set-up-frame.module.css'

export type StepStates = SetUpProgress['steps']

interface SetUpFrameProps {
  readonly steps: StepStates
  /** Undefined beside the steps: the code before them, and the end after them. */
  readonly current: SetUpStep | undefined
  readonly title: string
  readonly text: string
  /** Wider than a form, for tables. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The page of the guided set-up: the steps at the left, the current one at the right. */
export function SetUpFrame({ steps, current, title, text, isWide, children }: SetUpFrameProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus to the new step, for the keyboard and the screen reader, unless it begins with
  // a field that has taken the focus.
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [current])
  const number = steps.findIndex(({ name }) => name === current) + 1
  return (
    <div className={styles.page}>
      <header className={styles.side}>
        <span className={styles.brand}>
          <TalusMark size={28} />
          <span>Talus</span>
        </span>
        <p className={styles.sideTitle}>{t('setUp:title')}</p>
        <StepList steps={steps} current={current} />
        {/* The first steps create the clinic and its administrator, and cannot be skipped. */}
        {current !== undefined && isStepOfSignedIn(current) ? (
          <p className={styles.note}>{t('setUp:findAgain')}</p>
        ) : null}
      </header>
      <main className={styles.main} id="main" data-wide={isWide || undefined}>
        <div className={styles.top}>
          <span className={styles.number}>
            {number > 0 ? t('setUp:stepOf', { number, total: steps.length }) : null}
          </span>
          {/* The first step is that choice itself. */}
          {current === 'language' ? null : <LanguageSwitch />}
        </div>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        <p className={styles.text}>{text}</p>
        <div className={styles.content}>{children}</div>
      </main>
    </div>
  )
}

interface StepListProps {
  readonly steps: StepStates
  readonly current: SetUpStep | undefined
}

function StepList({ steps, current }: StepListProps) {
  const { t } = useTranslation()
  return (
    <ol className={styles.steps} aria-label={t('setUp:steps')}>
      {steps.map(({ name, state }, index) => (
        <li
          key={name}
          className={styles.step}
          data-state={state}
          aria-current={name === current ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {state === 'done' ? (
              <Icon icon={IconCheck} size="xs" label={t('setUp:state.done')} />
            ) : state === 'skipped' ? (
              <Icon icon={IconMinus} size="xs" label={t('setUp:state.skipped')} />
            ) : (
              <span aria-hidden>{index + 1}</span>
            )}
          </span>
          <span className={styles.name}>{t(`setUp:name.${name}`)}</span>
        </li>
      ))}
    </ol>
  )
}

interface StepFooterProps {
  readonly back?: ReactNode
  /** The button that leads on. */
  readonly children: ReactNode
}

/** The buttons of a step: back at the left, the next one at the right; always visible. */
export const StepFooter = ({ back, children }: StepFooterProps) => (
  <div className={styles.footer}>
    {back}
    <div className={styles.next}>{children}</div>
  </div>
)
