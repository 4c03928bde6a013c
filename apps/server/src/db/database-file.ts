/** The file of the database in the data folder, without PostgreSQL. */
export const databaseFile = 'talus.sqlite'
