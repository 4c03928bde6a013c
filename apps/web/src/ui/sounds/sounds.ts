import { persistentStorage } from '../../browser-storage.ts'
import { createStore } from '../../store.ts'

const storageKey = 'sounds'

/** Preference of this browser: an operator who looks at the animal hears that the view changed. */
export const soundsEnabled = createStore(persistentStorage.read(storageKey) !== 'off')
export function enableSounds(isOn: boolean) {
  persistentStorage.write(storageKey, isOn ? undefined : 'off')
  soundsEnabled.set(isOn)
}

/** Frequencies in hertz, in the order in which they sound. */
const tones = { next: [659, 880], planDone: [880, 659] } as const
const toneSeconds = 0.11
const volume = 0.15

/** Plays a short sound; silent if the user has muted it or the browser cannot play it. */
export function playSound(name: keyof typeof tones) {
  if (!soundsEnabled.get() || typeof AudioContext === 'undefined') return
  try {
    const audio = new AudioContext()
    for (const [index, frequency] of tones[name].entries()) {
      const at = audio.currentTime + index * toneSeconds
      const [oscillator, gain] = [audio.createOscillator(), audio.createGain()]
      oscillator.frequency.value = frequency
      // A sound that starts or ends at full volume clicks.
      gain.gain.setValueAtTime(0, at)
      gain.gain.linearRampToValueAtTime(volume, at + toneSeconds / 10)
      gain.gain.linearRampToValueAtTime(0, at + toneSeconds)
      oscillator.connect(gain).connect(audio.destination)
      oscillator.start(at)
      oscillator.stop(at + toneSeconds)
    }
    // A browser allows few open contexts.
    setTimeout(() => void audio.close(), 1000)
  } catch {
    // A computer without a sound device: the page shows the change as well.
  }
}
