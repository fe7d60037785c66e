# nothing of the protocol breaks since the contract that landed last, which guards all of it
node scripts/contract-baseline.mjs check
