# all tests
npm test
