import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { LanguageSwitch } from '../../ui/preferences/language-switch.tsx'
import { Card } from '../../ui/layout/page-frame.tsx'
import { pinRail, railPinned } from '../../ui/preferences/rail-pin.ts'
import { SchemeSwitch } from '../../ui/preferences/scheme-switch.tsx'
import { enableShortcuts, shortcutsEnabled } from '../../ui/shortcuts/use-shortcuts.ts'
import { enableSounds, soundsEnabled } from '../../ui/sounds/sounds.ts'
import styles from './preferences-section.module.css'

export function PreferencesSection() {
  const { t } = useTranslation()
  const isPinned = useStore(railPinned)
  const hasShortcuts = useStore(shortcutsEnabled)
  const hasSounds = useStore(soundsEnabled)
  return (
    <Card title={t('settings:section.preferences')} text={t('settings:preferences.text')}>
      <div className={styles.list}>
        <div className={styles.choice}>
          <span className={styles.label}>{t('common:language')}</span>
          <LanguageSwitch />
        </div>
        <div className={styles.choice}>
          <span className={styles.label}>{t('common:scheme.title')}</span>
          <SchemeSwitch />
        </div>
        <Switch
          label={t('settings:preferences.railPinned')}
          description={t('settings:preferences.railPinnedText')}
          checked={isPinned}
          onChange={(event) => pinRail(event.currentTarget.checked)}
        />
        <Switch
          label={t('settings:preferences.shortcuts')}
          description={t('settings:preferences.shortcutsText')}
          checked={hasShortcuts}
          onChange={(event) => enableShortcuts(event.currentTarget.checked)}
        />
        <Switch
          label={t('settings:preferences.sounds')}
          description={t('settings:preferences.soundsText')}
          checked={hasSounds}
          onChange={(event) => enableSounds(event.currentTarget.checked)}
        />
      </div>
    </Card>
  )
}
