import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './choice-cards.module.css'

export interface ChoiceCard {
  readonly value: string
  readonly content: ReactNode
  /** For those who cannot see the content. */
  readonly label?: string
}

interface ChoiceCardsProps {
  /** Names the group, unless an element does. */
  readonly label?: string
  readonly labelledBy?: string | undefined
  readonly describedBy?: string | undefined
  readonly name?: string
  readonly cards: readonly ChoiceCard[]
  readonly value: string | undefined
  readonly onChoose: (value: string) => void
  readonly isRequired?: boolean
  readonly isInvalid?: boolean
  /** Side by side, as wide as their content. */
  readonly isRow?: boolean
  readonly onBlur?: () => void
  /** Enter takes what has the focus and goes on; alone, it does nothing to a radio button. */
  readonly onEnter?: (value: string) => void
  /** By which others find the group. */
  readonly part?: string
}

/** One of a few, each a large target. Real radio buttons: arrows choose, Tab passes on. */
export function ChoiceCards(props: ChoiceCardsProps) {
  const { cards, value, onChoose } = props
  const ownName = useId()
  const name = props.name ?? ownName
  return (
    <div
      role="radiogroup"
      className={styles.cards}
      data-row={props.isRow || undefined}
      data-invalid={props.isInvalid || undefined}
      data-part={props.part}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-required={props.isRequired || undefined}
      aria-invalid={props.isInvalid || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur?.()
      }}
    >
      {cards.map((card) => (
        <label key={card.value} className={styles.card}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={card.value}
            checked={card.value === value}
            aria-label={card.label}
            onChange={() => onChoose(card.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.ctrlKey) props.onEnter?.(card.value)
            }}
          />
          {card.content}
        </label>
      ))}
    </div>
  )
}
