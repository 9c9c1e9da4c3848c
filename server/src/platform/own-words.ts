const nodesAdvice = '; if the root CA is installed locally, try running Node.js with --use-system-ca'

/** What Node says of a server that cannot be reached, with our advice instead of Node's where it has some. */
export function inOwnWords(message: string): string {
  return message.replace(nodesAdvice, '; for an authority of your own, name its file in NODE_EXTRA_CA_CERTS')
}
