//! Programs in text form and the plans made of them: each file of `plans/` holds one of each, separated by a line
//! `---`.
//!
//! `UPDATE=1 cargo test -p cuprust-fuse` writes the plans anew; read the difference before you commit it.

use std::fs;
use std::path::Path;

use cuprust_fuse::{Options, plan};
use cuprust_ir::{Operand, Program, ScalarId, Step};

#[test]
fn plans_are_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plans");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let (program, expected) = text.split_once("---\n").unwrap_or((&text, ""));
        let made = plan(&program.parse::<Program>().unwrap(), Options::default()).unwrap().to_string();
        if made == expected {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, format!("{program}---\n{made}")).unwrap();
        } else {
            wrong.push(format!("{}:\n{made}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "these plans are made now:\n{}", wrong.join("\n"));
}

#[test]
fn without_fusion_every_instruction_is_a_kernel_of_its_own() {
    let text = include_str!("plans/chain.txt");
    let program: Program = text.split_once("---").unwrap().0.parse().unwrap();
    let alone = plan(&program, Options::NONE).unwrap();
    let kernels = alone.steps.iter().filter(|step| matches!(step, Step::Kernel(_))).count();
    assert_eq!(kernels, 3);
}

#[test]
fn arrays_in_frames_one_after_another_have_two_storages() {
    let mut text = String::from("s0: 16384 bytes, given, kept\n");
    for pass in 0..5 {
        text += &format!(
            "s{}: 16900 bytes\ns{}: 16384 bytes{}\n",
            2 * pass + 1,
            2 * pass + 2,
            if pass == 4 { ", kept" } else { "" }
        );
    }
    for pass in 0..5 {
        let (before, frame, after) = (2 * pass, 2 * pass + 1, 2 * pass + 2);
        let read = |at: i64| format!("s{frame}:uint8[128,128]@{at}(130,1)");
        text += &format!("copy s{frame}:uint8[130,130] <- 7:uint8\ncopy {} <- s{before}:uint8[128,128]\n", read(131));
        text += &format!("map add uint8 s{after}:uint8[128,128] <- {}, {}\n", read(1), read(132));
        text += &format!("dead s{frame}\n{}", if pass == 0 { String::new() } else { format!("dead s{before}\n") });
    }
    let mut program: Program = text.parse().unwrap();
    let filled = |program: &Program| {
        let plan = plan(program, Options::default()).unwrap();
        let kernels = plan.steps.iter().filter(|step| matches!(step, Step::Kernel(_))).count();
        (plan.steps.iter().filter(|step| matches!(step, Step::Allocate(_))).count(), kernels)
    };
    // Numbers that may differ: five frames, which are filled at once, and the result.
    assert_eq!(filled(&program), (6, 7));
    // One number.
    for instruction in &mut program.instructions {
        for input in &mut instruction.inputs {
            if let Operand::Scalar(id) = input {
                *id = ScalarId(0);
            }
        }
    }
    assert_eq!(filled(&program), (3, 7));
}
