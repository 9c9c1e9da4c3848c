import { run } from './processes.mjs'

/**
 * Runs npm. Uses the npm that started us, if any.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const { npm_execpath: program, npm_node_execpath: node = process.execPath } = process.env
  return program?.endsWith('.js') ? run(node, [program, ...args], options) : run('npm', args, options)
}
