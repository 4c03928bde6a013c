import auth from '../locales/en/auth.json' with { type: 'json' }
import common from '../locales/en/common.json' with { type: 'json' }
import errors from '../locales/en/errors.json' with { type: 'json' }
import registration from '../locales/en/registration.json' with { type: 'json' }
import shell from '../locales/en/shell.json' with { type: 'json' }
import studies from '../locales/en/studies.json' with { type: 'json' }

export const screens = {
  auth,
  common,
  errors,
  registration,
  shell,
  studies,
}
