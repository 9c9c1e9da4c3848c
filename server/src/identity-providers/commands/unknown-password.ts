import type { Services } from '../../services.ts'

/** The hash of a password that nobody knows. */
export function newSecretHash({ passwords, random }: Pick<Services, 'passwords' | 'random'>): Promise<string> {
  return passwords.hash(random(32).toString('base64url'))
}
