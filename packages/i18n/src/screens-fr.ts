import auth from '../locales/fr/auth.json' with { type: 'json' }
import common from '../locales/fr/common.json' with { type: 'json' }
import errors from '../locales/fr/errors.json' with { type: 'json' }
import registration from '../locales/fr/registration.json' with { type: 'json' }
import shell from '../locales/fr/shell.json' with { type: 'json' }
import studies from '../locales/fr/studies.json' with { type: 'json' }

export const screens = {
  auth,
  common,
  errors,
  registration,
  shell,
  studies,
}
