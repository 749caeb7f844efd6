// @ts-check
/**
 * Where the project is published. Unset until there is a public address; until then `npm run release` refuses, and packages name
 * none.
 * @type {{ repository: string | undefined, jsrScope: string | undefined }}
 */
export const publication = {
  /** The address of the repository, such as "https://github.com/OWNER/rsa-variants", without ".git". */
  repository: undefined,
  /** The scope on JSR, such as "@owner". */
  jsrScope: undefined,
};

/**
 * The members of a package.json that follow from the address.
 * @param {string | undefined} repository
 * @param {string} directory the package's folder in the repository
 */
export function addressesOf(repository, directory) {
  if (repository === undefined) return {};
  return {
    repository: { type: "git", url: `git+${repository}.git`, directory },
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
  };
}
