import { UnstyledButton } from '@mantine/core'
import { humanLimbs, humanTrunkParts } from '@talus/anatomy'
import type { HumanBodyPart } from '@talus/anatomy'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import type { HumanChoice } from './use-human-choice.ts'
import styles from './plan.module.css'

interface HumanPartsProps {
  readonly choice: Pick<HumanChoice, 'part' | 'setPart'>
  /** Numbers of images by body part. */
  readonly counts: Readonly<Record<string, number>>
}

/** Selects the body part of a person from a list; there is no map. */
export function HumanParts({ choice, counts }: HumanPartsProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const renderPart = (one: HumanBodyPart, label: string) => {
    const count = counts[one.name] ?? 0
    return (
      <UnstyledButton
        key={one.name}
        className={styles.choice}
        data-part
        aria-label={one.names[language]}
        data-hint={one.side === 'U' ? undefined : one.names[language]}
        aria-pressed={one.name === choice.part?.name}
        onClick={() => choice.setPart(one)}
      >
        {label}
        {count > 0 ? <span className={styles.count}>{count}</span> : null}
      </UnstyledButton>
    )
  }
  return (
    <div className={styles.parts}>
      <div className={styles.trunk} role="group" aria-label={t('capture:human.trunk')}>
        {humanTrunkParts.map((one) => renderPart(one, one.names[language]))}
      </div>
      <div className={styles.limbs} role="group" aria-label={t('capture:human.limbs')}>
        {humanLimbs.map(({ names, R, L }) => (
          <div key={names.en} className={styles.limb}>
            {renderPart(R, t('capture:human.right'))}
            <span className={styles.limbName}>{names[language]}</span>
            {renderPart(L, t('capture:human.left'))}
          </div>
        ))}
      </div>
    </div>
  )
}
