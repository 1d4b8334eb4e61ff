// What a run is of: what the options say, else what the CI system says, else what can be known here.

import { basename } from 'node:path';
import type { Values } from 'foretrace/cli';
import type { RunAbout } from './store/runs.ts';
import { machineName } from './workers.ts';

const projectOption = {
  project: {
    kind: 'text',
    value: 'name',
    help: 'the project, instead of what the CI system says, or else the name of the working directory',
  },
} as const;

export const aboutOptions = {
  ...projectOption,
  commit: { kind: 'text', value: 'id', help: 'the commit that was run, instead of what the CI system says' },
  branch: { kind: 'text', value: 'name', help: 'its branch, instead of what the CI system says' },
  job: { kind: 'text', value: 'name', help: 'the job that ran it, instead of what the CI system says' },
  machine: { kind: 'text', value: 'name', help: 'the machine that it ran on, instead of this one' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** By what is asked: the variables that may say it. */
const VARIABLES = {
  project: [
    'GITHUB_REPOSITORY',
    'CI_PROJECT_PATH',
    'BUILDKITE_PIPELINE_SLUG',
    'CIRCLE_PROJECT_REPONAME',
    'BUILD_REPOSITORY_NAME',
    'TRAVIS_REPO_SLUG',
  ],
  commit: [
    'GITHUB_SHA',
    'CI_COMMIT_SHA',
    'BUILDKITE_COMMIT',
    'CIRCLE_SHA1',
    'BUILD_SOURCEVERSION',
    'TRAVIS_COMMIT',
    'GIT_COMMIT',
  ],
  branch: [
    'GITHUB_REF_NAME',
    'CI_COMMIT_REF_NAME',
    'BUILDKITE_BRANCH',
    'CIRCLE_BRANCH',
    'BUILD_SOURCEBRANCH',
    'TRAVIS_BRANCH',
    'BRANCH_NAME',
    'GIT_BRANCH',
  ],
  job: ['GITHUB_JOB', 'CI_JOB_NAME', 'BUILDKITE_LABEL', 'CIRCLE_JOB', 'AGENT_JOBNAME', 'TRAVIS_JOB_NAME', 'JOB_NAME'],
} as const;

function told(what: keyof typeof VARIABLES, env: Environment): string | undefined {
  return VARIABLES[what].map((name) => env[name]).find((value) => value !== undefined && value !== '');
}

/** The number of a pull request, where the branch is said to be another one, that it comes from or goes to. */
const PULL_REQUESTS = ['CI_MERGE_REQUEST_IID', 'BUILDKITE_PULL_REQUEST', 'TRAVIS_PULL_REQUEST'];

/**
 * A pull request is a branch of its own. By the name of the branch that it comes from, which may be the `main` of somebody's fork, what it brings would be
 * known on ours. GitHub calls it `7/merge` itself, but for one event.
 */
function branchName(env: Environment): string | undefined {
  const number = PULL_REQUESTS.map((name) => env[name]).find((value) => /^\d+$/.test(value ?? ''));
  if (number !== undefined) return `pull/${number}`;
  const { GITHUB_HEAD_REF: head = '', GITHUB_REF_NAME: name = '' } = env;
  if (head !== '' && !name.endsWith('/merge')) return `pull/${head}`;
  return told('branch', env)?.replace(/^refs\/(heads\/)?|^origin\//, '');
}

function projectName({ project }: Values<typeof projectOption>, env: Environment = process.env): string {
  return project ?? told('project', env) ?? basename(process.cwd());
}

export function aboutRun(options: Values<typeof aboutOptions>, env: Environment = process.env): Omit<RunAbout, 'name'> {
  return {
    project: projectName(options, env),
    commit: options.commit ?? told('commit', env) ?? '',
    branch: options.branch ?? branchName(env) ?? '',
    job: options.job ?? told('job', env) ?? '',
    machine: options.machine ?? machineName(),
  };
}
