import { PasswordHasher } from '../../server/src/platform/password-hash.ts'

// The server, but for a fault: it writes passwords to its log.

const { verify } = PasswordHasher.prototype
PasswordHasher.prototype.verify = function verifyLoudly(password, lookUp) {
  console.log(`checking ${password}`)
  return verify.call(this, password, lookUp)
}

await import('../../server/src/main.ts')
