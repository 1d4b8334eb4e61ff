// What CI systems say of a run. Of a pull request none says the branch that it goes to, or a name that a branch of ours may have.

import { expect, test } from 'vitest';
import { aboutRun } from '../../fleet/src/about.ts';

test.each([
  ['main', { GITHUB_REF_NAME: 'main', GITHUB_HEAD_REF: '' }],
  ['7/merge', { GITHUB_REF_NAME: '7/merge', GITHUB_HEAD_REF: 'main' }],
  ['pull/main', { GITHUB_REF_NAME: 'main', GITHUB_HEAD_REF: 'main' }],
  ['feature/x', { CI_COMMIT_REF_NAME: 'feature/x' }],
  ['pull/7', { CI_COMMIT_REF_NAME: 'main', CI_MERGE_REQUEST_IID: '7' }],
  ['main', { BUILDKITE_BRANCH: 'main', BUILDKITE_PULL_REQUEST: 'false' }],
  ['pull/7', { BUILDKITE_BRANCH: 'main', BUILDKITE_PULL_REQUEST: '7' }],
  ['main', { TRAVIS_BRANCH: 'main', TRAVIS_PULL_REQUEST: 'false' }],
  ['pull/7', { TRAVIS_BRANCH: 'main', TRAVIS_PULL_REQUEST: '7' }],
  ['feature/x', { BUILD_SOURCEBRANCH: 'refs/heads/feature/x' }],
  ['pull/7/merge', { BUILD_SOURCEBRANCH: 'refs/pull/7/merge' }],
  ['main', { GIT_BRANCH: 'origin/main' }],
  ['PR-7', { BRANCH_NAME: 'PR-7', GIT_BRANCH: 'main' }],
  ['', {}],
])('%s: %o', (branch, env) => {
  expect(aboutRun({} as Parameters<typeof aboutRun>[0], env).branch).toBe(branch);
});
