import { IconListCheck, IconSquareMinus } from '@tabler/icons-react'
import type { Species } from '@talus/contract'
import { useState } from 'react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { mouthDrawings } from '../../../maps/teeth/mouth.ts'
import { TeethMap } from '../../../maps/teeth/teeth-map.tsx'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { getTeethToggle } from './annotations.ts'
import type { AnnotationPlan } from './use-annotations.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './plan.module.css'

interface DentalPlanProps {
  readonly species: Species
  readonly plan: AnnotationPlan
  readonly counts: Readonly<Record<string, number>>
}

const toDraft = (bodyPart: string) => ({ bodyPart, bodyPartView: '', animalSize: null })

/**
 * The dental chart: a press on a region plans an image of it, or selects it if it is planned
 * already.
 */
export function DentalPlan({ species, plan, counts }: DentalPlanProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const { annotations } = plan
  const { missing, removable, isAll } = getTeethToggle(species, annotations)
  const [, , width, height] = mouthDrawings[species].frame
  const ratio: CSSProperties & Record<'--ratio', number> = { '--ratio': width / height }

  const press = (region: string) => {
    const planned = annotations.find(({ bodyPart }) => bodyPart === region)
    if (planned) plan.select(planned)
    else void plan.add([toDraft(region)])
  }
  const toggle = async () => {
    setBusy(true)
    await (isAll ? plan.remove(removable) : plan.add(missing.map(toDraft)))
    setBusy(false)
  }
  const isStuck = isAll && removable.length === 0
  return (
    <>
      <div className={styles.map} style={ratio}>
        <div className={styles.mapBox}>
          <TeethMap
            species={species}
            selected={annotations.map(({ bodyPart }) => bodyPart)}
            counts={counts}
            onSelect={press}
            isDisabled={isBusy}
          />
        </div>
      </div>
      <ExplainedButton
        className={styles.add ?? ''}
        variant="default"
        loading={isBusy}
        leftSection={
          isAll ? (
            <Icon icon={IconSquareMinus} size="xl" />
          ) : (
            <Icon icon={IconListCheck} size="xl" />
          )
        }
        reason={isStuck ? t('capture:teeth.noneRemovable') : undefined}
        onClick={() => void toggle()}
      >
        {isAll ? t('capture:teeth.none') : t('capture:teeth.all')}
      </ExplainedButton>
    </>
  )
}
