import { PasswordHasher } from '../../server/src/platform/crypto/passwords.ts'
import { Secrets } from '../../server/src/platform/crypto/secrets.ts'

// The server with two planted faults: it logs passwords and account numbers.

const { verify } = PasswordHasher.prototype
PasswordHasher.prototype.verify = function verifyLoudly(password, lookUp) {
  console.log(`checking ${password}`)
  return verify.call(this, password, lookUp)
}

const { seal } = Secrets.prototype
Secrets.prototype.seal = function sealLoudly(text, context) {
  console.log(`sealing ${text.replaceAll(/\d{4}/g, '$& ')}`)
  return seal.call(this, text, context)
}

await import('../../server/src/main.ts')
