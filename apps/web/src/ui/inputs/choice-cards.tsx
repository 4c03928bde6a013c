import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './choice-cards.module.css'

export interface ChoiceCard {
  readonly value: string
  readonly content: ReactNode
  /** The accessible name of the card. */
  readonly label?: string
}

interface ChoiceCardsProps {
  /** The accessible name of the group, unless `labelledBy` is set. */
  readonly label?: string
  readonly labelledBy?: string | undefined
  readonly describedBy?: string | undefined
  readonly name?: string
  readonly cards: readonly ChoiceCard[]
  readonly value: string | undefined
  readonly onChoose: (value: string) => void
  readonly isRequired?: boolean
  readonly isInvalid?: boolean
  /** The cards are in a row, each as wide as its content. */
  readonly isRow?: boolean
  readonly onBlur?: () => void
  /**
   * Called when the user presses Enter on a card, which by default does nothing on a radio button.
   */
  readonly onEnter?: (value: string) => void
  /** The `data-part` attribute, by which other code finds the group. */
  readonly part?: string
}

/**
 * A choice between a few large cards. They are radio buttons: arrow keys choose, Tab leaves the
 * group.
 */
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
